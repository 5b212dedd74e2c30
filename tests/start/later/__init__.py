"""An app that a later version brings, so that there is something to migrate to."""

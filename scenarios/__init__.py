"""The pilot book: what can be set up and how, and the mill that turns content files into rows."""

"""The log: what happened at this table."""

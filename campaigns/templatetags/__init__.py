"""Words for the templates of the table."""

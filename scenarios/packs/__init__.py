"""The mill: content files in `data/` are read, checked and loaded into rows."""

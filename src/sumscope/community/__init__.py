"""Community detection: one small file per method over one shared splitter."""

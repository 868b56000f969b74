"""Studies: everything a corpus allows, one file per section."""

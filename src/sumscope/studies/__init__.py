"""Studies: all analyses of a corpus, one file per section."""

"""The sections of a study, one a file; a new file here is a new section."""

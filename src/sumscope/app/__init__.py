"""One file per command; each is also a function of the library."""

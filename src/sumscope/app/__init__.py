"""One use case per file; each is a function of the library and a command."""

"""An example of a package that adds to sumscope; see docs/how-to/extend.md."""

"""Values, measure registry, errors and files; imports no other package of sumscope."""

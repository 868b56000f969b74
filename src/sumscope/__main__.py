"""`python -m sumscope`."""

from sumscope.cli import main

main()

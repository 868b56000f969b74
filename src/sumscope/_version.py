"""The version, here once; the build reads it from pyproject.toml and a test keeps them equal."""

__version__ = "0.2.0"

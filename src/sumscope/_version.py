"""The version; a test checks that pyproject.toml declares the same one."""

__version__ = "0.2.0"

"""The measures: one measure, one file; found by walking this package."""

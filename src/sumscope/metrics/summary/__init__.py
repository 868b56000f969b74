"""Measures of a summary."""

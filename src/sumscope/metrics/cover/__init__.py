"""Measures that compare two covers."""

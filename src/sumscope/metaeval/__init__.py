"""Judging measures: sees only peers x topics numbers."""

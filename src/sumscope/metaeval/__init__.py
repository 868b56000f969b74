"""Judging measures and systems by numbers alone: sees only peers x topics matrices."""

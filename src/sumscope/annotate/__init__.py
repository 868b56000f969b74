"""Judges' clusterings: rules, edits and export; no HTTP here."""

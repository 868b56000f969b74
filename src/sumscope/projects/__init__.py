"""Annotation projects: create them, follow them, and exchange what judges made."""

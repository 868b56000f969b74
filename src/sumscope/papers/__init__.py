"""Reproductions of papers, one per file: our values next to the published ones."""

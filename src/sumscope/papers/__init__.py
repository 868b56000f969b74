"""Reproductions: one paper per file, our tables beside the published ones."""

"""Abstractive links between sentences: features, models, pipeline."""

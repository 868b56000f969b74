"""Abstractive links between sentences: features, models, training, prediction, evaluation."""

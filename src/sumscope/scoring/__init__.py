"""Scores of a corpus: who is scored against whom, by which measures, with signatures."""

"""Extractive oracle summaries (Hirao et al. 2017): problem, methods, and what follows from them."""

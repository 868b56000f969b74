"""Extractive oracles: problem, greedy, ILP, enumeration and counting."""

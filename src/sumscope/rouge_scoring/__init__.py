"""ROUGE: options, words and scores, shared by measures, oracles and drop-in modules."""

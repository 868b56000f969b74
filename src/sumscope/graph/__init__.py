"""Word graphs, sentence graphs and hierarchies."""

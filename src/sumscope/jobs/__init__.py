"""Long jobs over a corpus: chunks, executors, journal, resume. Knows no measure."""

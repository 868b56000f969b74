"""Reading and writing corpora, one file per format; no scoring here."""

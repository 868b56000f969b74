"""Files that NIST distributes with DUC and TAC: assessors' tables, pyramids, scores, topics."""

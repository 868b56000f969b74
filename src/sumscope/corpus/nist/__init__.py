"""What NIST gives out with DUC and TAC: names, assessors' tables, pyramids, scores, topics."""

"""The engine: grouping, jackknife, chunks, resume, executors."""

"""The store of projects: SQLite in a file by default, PostgreSQL by URL, one code for both."""

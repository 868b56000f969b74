"""Judges' work: tasks, operations, rules, storage and export, without HTTP."""

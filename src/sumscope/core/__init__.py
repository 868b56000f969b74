"""The values everything speaks in, and the idea of a measure; imports nothing else of the house."""

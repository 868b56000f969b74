"""Tables and figures of values made elsewhere."""

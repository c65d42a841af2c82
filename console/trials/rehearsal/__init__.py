"""A whole event played with simulated people, before anybody is invited."""

"""Attract mode, and a table that is closed, drawn."""

"""Attract mode: what the table shows to those who pass by."""

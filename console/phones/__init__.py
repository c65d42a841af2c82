"""Phones at the table: a hand held in the hand. See README.md."""

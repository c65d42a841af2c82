"""Opponents for the board games, levels 1 to 4, from what a seat may know alone."""

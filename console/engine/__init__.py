"""The engine protocol: a JSON Lines door to the rules of every game."""

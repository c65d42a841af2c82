"""«Игнис» at the table: how a push is picked, and what the screen shows of the board."""

"""«Сила стихий» at the table: how a turn is picked, and what the screen shows of the cards."""

"""«Хаос» at the table: the match in real time, and what the screens show of it."""

"""The lobby, drawn: games as tiles, the menu, and every seat's own strip."""

"""The lobby, drawn: a shelf of games, the menu, and every seat's own strip."""

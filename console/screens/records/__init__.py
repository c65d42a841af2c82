"""Records and people, drawn: a page turned to who opened it."""

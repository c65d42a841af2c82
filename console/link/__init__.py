"""A table's link to an organiser's desk: what is said, and the table's side of it."""

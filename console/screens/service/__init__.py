"""The owner's service menu, drawn: one drawing for each kind of body."""

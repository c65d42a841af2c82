"""The organiser's desk: where events are kept, and who speaks with it."""

"""A table at an organiser's event: joining it, who plays here next, the match that is called."""

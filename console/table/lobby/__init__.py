"""Who plays what: the start screen."""

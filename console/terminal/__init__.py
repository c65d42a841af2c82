"""What speaks in a terminal: lists, complaints, signals, work in several processes."""

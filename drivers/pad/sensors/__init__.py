"""What hands elsewhere show of a sensor: dead, swapped or uneven."""

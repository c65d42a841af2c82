"""What a desk keeps: events in a database, brought up to date, taken along as one file."""

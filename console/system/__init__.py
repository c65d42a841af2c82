"""What Linux, macOS and Windows do each in a way of its own."""

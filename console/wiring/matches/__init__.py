"""What a table keeps of its matches, and makes of them again."""

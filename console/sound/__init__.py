"""The table's sounds: short, dry, made by us."""

"""Records and people, shown at the table: asked for outside, looked through by buttons."""

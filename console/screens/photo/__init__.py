"""The photo finish, drawn: who was first, for a child to see."""

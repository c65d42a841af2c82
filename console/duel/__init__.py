"""Contacts in, rulings out: who was first, by how much, how sure. Knows no game's rules."""

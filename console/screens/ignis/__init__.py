"""The screen of «Игнис»."""

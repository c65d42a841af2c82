"""The screen of «Сила стихий»."""

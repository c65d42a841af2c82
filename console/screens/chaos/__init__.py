"""The screen of «Хаос»."""

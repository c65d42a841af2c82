"""The screen of IOTA."""

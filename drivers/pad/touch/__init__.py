"""When a hand came to a petal, and how: hand or table, grab or palm."""

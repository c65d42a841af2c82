"""What a petal feels: hand or table, grab or palm, and what is wrong with it."""

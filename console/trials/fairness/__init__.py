"""Fairness proved: many duels through the whole chain, against the truth."""

"""Attacks on the desk, written from its promises by a hand that had not read its code."""

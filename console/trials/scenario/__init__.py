"""Scenarios run, watched, recorded; a doubted duel judged again."""

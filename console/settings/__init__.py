"""Every setting, declared once: its name, range, default, words, effect."""

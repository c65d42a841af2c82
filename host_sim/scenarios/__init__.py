"""Scenarios: a table, a timeline of physical acts and faults, and what must come of it, as TOML."""

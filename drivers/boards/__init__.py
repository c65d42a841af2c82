"""Real boards, put together from parts as a TOML file describes."""

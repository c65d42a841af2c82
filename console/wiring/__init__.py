"""One running table, put together: a board, real or simulated, and all that goes with it."""

"""When the force passed half a newton, and how surely."""

"""What is wrong with a petal, or with its sensors, by what its touches show."""

"""USB sticks: which there are, and the errands that a process of its own does on one."""

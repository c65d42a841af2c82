"""What our web processes share: who may come in, how much, and what is served."""

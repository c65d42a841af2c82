"""What a crash leaves behind, and how it is replayed."""

"""The owner's service."""

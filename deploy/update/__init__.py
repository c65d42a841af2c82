"""Updates that come up or go back."""

"""The quiet games at the table: one match for all of them, and what each adds of its own."""

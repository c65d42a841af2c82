"""Whose force it is: what comes through the table from the neighbours."""

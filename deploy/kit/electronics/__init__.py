"""The table's circuit boards: schematics and boards as KiCad reads them, from the guide's wires."""

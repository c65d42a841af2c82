"""The pad controller's program as one UF2 file: ``make firmware``."""

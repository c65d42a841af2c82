"""The pad controller as a part of a board: its link, its clock, its edges and samples."""

"""Draws the wiring guide's diagrams and tables from the board files.

``python -m deploy.drawing`` does it anew.
"""

"""Bundles: everything that a Raspberry Pi without network needs, in one file."""

"""Leagues: what many cafés play over weeks, best N of M. See README.md."""

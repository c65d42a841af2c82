"""The match log: what was played is kept, and can be played again.

Start with ``records`` (what is kept), then ``log`` (writing) and ``reader`` (reading). Nothing is
imported here: who reads a list pays for no force samples.
"""

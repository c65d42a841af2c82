"""A second simulator of hands on the pad, written from ``drivers/HARDWARE.md`` and physics alone.

Who wrote it had read neither decoder nor ``host_sim``, and it shares nothing with them: rise
shapes, sensor law, coupling, weighing and truth are its own. Keep it so: whoever changes the
decoder does not tune this to it. ``python -m tests.second_simulator --seed S --duels N`` judges the
decoder and prints the figures.
"""

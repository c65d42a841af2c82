"""``khvatka hw …``: for whoever builds a table and looks for what is wrong with it."""

"""Tables at an event: their link to the desk put to their loops, and whole halls of them."""

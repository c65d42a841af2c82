"""What turns a bare Raspberry Pi into a console. Nothing of the program imports it."""

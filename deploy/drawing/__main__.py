"""``python -m deploy.drawing`` draws the diagrams and fills the guide's tables anew."""

from deploy.drawing.guide import write

write()

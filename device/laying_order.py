"""In which order one of each piece is laid before the camera when the box is taught."""

from engines.skip_bo.state import FACES as CARD_FACES
from engines.vocabulary import BACK, TILE_FACES

LAYING_ORDER = {"tiles": (*TILE_FACES, BACK), "cards": (*CARD_FACES, BACK)}

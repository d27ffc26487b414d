"""The sizes of the real things, in millimetres.

The table's frame is: origin in the middle of the playing sheet, x right, y up, z to the camera. A tile that lies has
its upper side at `TILE_THICK`, so what the camera sees of it is moved away from the point straight below the camera by
parallax: reading is done in the plane of the upper sides.
"""

SHEET = 300.0
CELL = 34.0
TRAY = 400.0
TILE_WIDE, TILE_HIGH, TILE_THICK = 22.0, 30.0, 14.0
DIE = 16.0

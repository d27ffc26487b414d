"""From the camera to the referee: decides which pictures are taken, and which of them are read."""

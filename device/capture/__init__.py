"""What stands between the camera and the referee: which pictures are taken, and which of them are read."""

"""Where the playing sheet lies in a picture, and the pose of the camera above it."""

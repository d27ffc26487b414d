"""Fits, poses, homographies and non-maximum suppression, for whatever is looked for in a picture."""

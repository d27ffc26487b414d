"""Pieces in an upright frame behind a pane: where each one rests, in millimetres of the frame."""

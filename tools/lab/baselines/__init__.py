"""Baselines for reading a table: general OCR, matching of keypoints, template matching.

They are only measured beside our own reading (`jarapon bench competitors DIR`,
measurements/notes/baselines.md); the box uses none.
"""

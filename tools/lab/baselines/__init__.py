"""Baselines for reading a table: general OCR, matching of keypoints, template matching.

They are only measured beside our own reading (`jarapon bench competitors DIR`, docs/comparison.md); the box uses none.
"""

"""Baselines for reading a table: general OCR, matching of keypoints, template matching.

Made for one purpose: to be measured beside our own reading (`jarapon bench competitors DIR`,
docs/comparison.md). The box uses none of it.
"""

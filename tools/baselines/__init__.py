"""Baselines for reading a table: general OCR, matching of keypoints, template matching.

Made for one purpose: to be measured beside our own reading (`jarapon bench photos DIR --beside ...`,
docs/comparison.md). The box uses none of it.
"""

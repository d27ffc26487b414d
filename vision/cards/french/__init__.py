"""Reads French-suited playing cards by the indices in their corners, without a lesson."""

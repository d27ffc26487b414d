"""Renders pictures of invented tables with exact ground truth."""

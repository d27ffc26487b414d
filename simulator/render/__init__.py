"""Renders pictures of invented tables with exact truth."""

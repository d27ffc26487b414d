"""Reads cards of any deck by the faces that one photograph of a lesson showed."""

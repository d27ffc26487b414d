"""Recognises the faces that crops show, and learns them from lessons."""

"""Hands of Galaxy Jarapon: questions, checks, and hands on the table."""

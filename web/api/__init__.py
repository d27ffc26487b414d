"""The API: requests, answers and endpoints."""

"""The HTTP server: admission of requests, and the limits of each address."""

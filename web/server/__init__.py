"""The server: connections, bodies and shares of each address."""

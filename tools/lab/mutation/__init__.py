"""Mutation testing: small faults are put into the code, one at a time, to find out which ones the tests detect."""

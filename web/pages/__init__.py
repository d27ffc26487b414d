"""The pages, in the phone's language."""

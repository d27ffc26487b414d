"""The live table on a phone: state, stream and pictures."""

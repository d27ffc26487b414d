"""The live table: state, event stream and pictures."""

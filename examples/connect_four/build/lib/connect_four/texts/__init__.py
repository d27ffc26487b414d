"""What is said in Connect Four: a folder for each language."""

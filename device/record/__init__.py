"""What the box keeps: backups of the journal, and the file that takes the entries while it cannot be written."""

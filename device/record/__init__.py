"""What the box keeps: backups of the journal, and the file in which an evening goes on without it."""

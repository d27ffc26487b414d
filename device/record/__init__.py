"""What the box keeps: the journal and its backups, pictures, and the second file that takes entries while the journal
cannot be written.
"""

"""The box as a program on its machine: processes and threads, starting, supervision and files."""

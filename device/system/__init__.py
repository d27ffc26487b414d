"""How the box lives on its machine: its processes and threads, how it starts, and what watches over them."""

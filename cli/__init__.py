"""The command line: stands above every other package and is imported by none."""

import os

# Before NumPy is loaded. OpenBLAS's threads wait busily for each other's small products, beside other work longer than
# one thread computes all of them; and the other cores serve the phones.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

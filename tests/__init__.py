import os

# Products of small matrices, in two threads, take five times as long where cores are shared.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

"""Splits of a set of n inputs as the authors of the UCI splits draw them (Hernandez-Lobato and Adams 2015).

python3 published_splits.py > published_splits.csv        (needs numpy)
"""
import numpy as np

print("n,split,train rows,rows in order...")
for n in (2, 13, 308):
    np.random.seed(1)
    for split in range(20):
        permutation = np.random.choice(range(n), n, replace=False)
        if split in (0, 1, 19):
            print(n, split, int(round(n * 9.0 / 10)), *permutation, sep=",")

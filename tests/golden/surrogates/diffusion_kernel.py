"""Diffusion kernel of products of graphs, by the matrix exponential of the whole Laplacian.

python3 diffusion_kernel.py > diffusion_kernel.csv        (needs numpy, scipy)

The graphs are complete or paths. The Laplacian of their Cartesian product is the Kronecker sum of theirs; here each
is multiplied by its beta. The kernel is divided by the mean of its diagonal, and its last factor's vertex runs fastest.
"""
import numpy as np
from scipy.linalg import expm

PRODUCTS = [
    [("complete", 3, 0.3), ("path", 4, 0.7)],
    [("path", 5, 2.5), ("complete", 2, 1.1)],
    [("complete", 4, 0.02), ("path", 2, 40.0)],
]


def laplacian(kind, n):
    adjacency = np.ones((n, n)) - np.eye(n)
    if kind == "path":
        adjacency = np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1)
    return np.diag(adjacency.sum(0)) - adjacency


print("product,row,values...")
for number, graphs in enumerate(PRODUCTS):
    whole = np.zeros((1, 1))
    for kind, n, beta in graphs:
        whole = np.kron(whole, np.eye(n)) + np.kron(np.eye(len(whole)), beta * laplacian(kind, n))
    kernel = expm(-whole)
    kernel /= np.trace(kernel) / len(kernel)
    for i, row in enumerate(kernel):
        print(number, i, *(f"{value:.15g}" for value in row), sep=",")

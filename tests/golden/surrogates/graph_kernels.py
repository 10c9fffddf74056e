"""Kernels of labelled graphs without direction, as Sreedhar (2021) prints them, by loops over nodes.

python3 graph_kernels.py > graph_kernels.csv        (needs numpy)

wl: eqs. 3.1 and 3.2, normalised, after two iterations; edge: eq. 3.3, normalised; gcn: the mean over nodes of
two layers of eq. 3.6 with weights W_l[i, j] = .5 + sin(1 + l + 2 i + 7 j), widths 4 and 3.
"""
from collections import Counter

import numpy as np

GRAPHS = [
    ([0, 2, 3, 1], [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]),
    ([0, 3, 2, 1], [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]),
    ([0, 2, 2, 4, 1], [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (0, 4)]),
    ([0, 4, 2, 2, 3, 1], [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (1, 5)]),
]
LABELS = 5


def neighbours(graph, v):
    return [b if a == v else a for a, b in graph[1] if v in (a, b)]


def wl(graph, iterations):
    label = [str(x) for x in graph[0]]
    counts = Counter(label)
    for _ in range(iterations):
        label = [f"{label[v]}({','.join(sorted(label[u] for u in neighbours(graph, v)))})" for v in range(len(label))]
        counts.update(label)
    return counts


def edge(graph):
    return Counter(tuple(sorted((graph[0][a], graph[0][b]))) for a, b in graph[1])


def gram(rows):
    K = np.array([[sum(a[key] * b[key] for key in a) for b in rows] for a in rows], dtype=float)
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def gcn(graph, widths=(4, 3)):
    n = len(graph[0])
    A = np.eye(n)
    for a, b in graph[1]:
        A[a, b] = A[b, a] = 1
    degree = A.sum(1)
    H = np.eye(LABELS)[graph[0]]
    for layer, width in enumerate(widths):
        i, j = np.meshgrid(np.arange(H.shape[1]), np.arange(width), indexing="ij")
        mixed = np.zeros_like(H)
        for v in range(n):
            for u in range(n):
                mixed[v] += A[v, u] / np.sqrt(degree[v] * degree[u]) * H[u]
        H = np.maximum(mixed @ (0.5 + np.sin(1 + layer + 2 * i + 7 * j)), 0)
    return H.mean(0)


print("what,row,values...")
for name, rows in (("wl", gram([wl(g, 2) for g in GRAPHS])), ("edge", gram([edge(g) for g in GRAPHS])),
                   ("gcn", [gcn(g) for g in GRAPHS])):
    for i, row in enumerate(rows):
        print(name, i, *(repr(float(v)) for v in row), sep=",")

"""Numbers of Twist (2019): posteriors (section 3.5 and eq. 25), and back propagation (algorithm 3), by plain formulas.

python3 given_prior.py > given_prior.csv        (needs numpy)
"""
import numpy as np

rng = np.random.default_rng(20190405)
n, m, d = 7, 4, 3
X, Z = rng.random((n, d)).round(6), rng.random((m, d)).round(6)
y = (0.6 + 0.3 * np.sin(5 * X[:, 0]) - 0.2 * X[:, 2]).round(6)
alpha, sigma, ell = 0.9, 0.05, 0.4


def kernel(A, B):
    return np.array([[alpha**2 * np.exp(-np.linalg.norm(a - b) ** 2 / (2 * ell**2)) for b in B] for a in A])


inverse = np.linalg.inv(kernel(X, X) + sigma**2 * np.eye(n))
mean = kernel(Z, X) @ inverse @ y
covariance = kernel(Z, Z) - kernel(Z, X) @ inverse @ kernel(X, Z)

# Eq. 25 with phi = 1, x, x^2, x^3, in the space of values.
phi = lambda x: np.stack([x**k for k in range(4)], 1)
A, B = phi(X[:, 0]), phi(Z[:, 0])
inside = np.linalg.inv(alpha**2 * A @ A.T + sigma**2 * np.eye(n))
basis_mean = alpha**2 * B @ A.T @ inside @ y
basis_covariance = alpha**2 * B @ B.T - alpha**4 * B @ A.T @ inside @ A @ B.T

# One epoch over two points, in their order, of a 2-3-2 network.
sigmoid = lambda z: 1 / (1 + np.exp(-z))
W = [np.sin(1 + np.arange(6)).reshape(3, 2), np.cos(2 + np.arange(6)).reshape(2, 3)]
b = [np.array([0.1, -0.2, 0.3]), np.array([0.05, -0.4])]
rate = 0.7
for x, t in ((np.array([0.2, 0.9]), np.array([1.0, 0.0])), (np.array([0.8, -0.3]), np.array([0.0, 1.0]))):
    a = [x]
    for w, c in zip(W, b):
        a.append(sigmoid(w @ a[-1] + c))
    delta = [None, a[2] * (1 - a[2]) * (a[2] - t)]
    delta[0] = a[1] * (1 - a[1]) * (W[1].T @ delta[1])
    W = [w - rate * np.outer(g, v) for w, g, v in zip(W, delta, a)]
    b = [c - rate * g for c, g in zip(b, delta)]


def show(what, row, *values):
    print(what, row, *(repr(float(v)) for v in values), sep=",")


print("what,row,values...")
for i in range(n):
    show("X", i, *X[i], y[i])
for i in range(m):
    show("Z", i, *Z[i])
for i in range(m):
    show("posterior", i, mean[i], *covariance[i])
for i in range(m):
    show("basis", i, basis_mean[i], *basis_covariance[i])
for i, w in enumerate(W):
    show("weights", i, *w.ravel(), *b[i])

"""Posterior and log evidence of a GP with an ARD Matern-5/2 kernel, by plain matrix inversion.

python3 gaussian_process.py > gaussian_process.csv        (needs numpy)
"""
import numpy as np

rng = np.random.default_rng(20240607)
n, m, d = 12, 5, 3
X, Z = rng.random((n, d)).round(6), rng.random((m, d)).round(6)
y = (np.sin(6 * X[:, 0]) + X[:, 1] ** 2 - 2 * X[:, 2] * X[:, 0] + 3).round(6)
lengthscales, signal, noise = np.array([0.4, 0.9, 1.7]), 1.3, 0.01


def kernel(A, B):
    r = np.sqrt((((A[:, None, :] - B[None, :, :]) / lengthscales) ** 2).sum(-1))
    return signal * (1 + np.sqrt(5) * r + 5 * r**2 / 3) * np.exp(-np.sqrt(5) * r)


mean, deviation = y.mean(), y.std()
t = (y - mean) / deviation
A = kernel(X, X) + noise * np.eye(n)
inverse = np.linalg.inv(A)
posterior_mean = mean + deviation * kernel(Z, X) @ inverse @ t
covariance = deviation**2 * (kernel(Z, Z) - kernel(Z, X) @ inverse @ kernel(X, Z))
evidence = -0.5 * t @ inverse @ t - 0.5 * np.linalg.slogdet(A)[1] - 0.5 * n * np.log(2 * np.pi)

print("what,row,values...")
for i in range(n):
    print("X", i, *(repr(float(v)) for v in X[i]), repr(float(y[i])), sep=",")
for i in range(m):
    print("Z", i, *(repr(float(v)) for v in Z[i]), sep=",")
for i in range(m):
    print("posterior", i, repr(float(posterior_mean[i])), *(repr(float(v)) for v in covariance[i]), sep=",")
print("evidence", 0, repr(float(evidence)), sep=",")

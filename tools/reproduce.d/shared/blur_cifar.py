#!/usr/bin/env python3
"""Blurs a folder of CIFAR-10 batches, so that a network can be trained and attacked on smooth images.

usage: blur_cifar.py FROM TO [SIGMA]

Writes the batches of FROM, in CIFAR-10's binary layout, to the new folder TO. Every channel is convolved with a
Gaussian of SIGMA pixels (default 1.5), with the border repeated, and rounded to 8 bits. Needs NumPy.
"""
import pathlib
import shutil
import sys

import numpy as np


def blurred(images: np.ndarray, sigma: float) -> np.ndarray:
    """Returns 8-bit images (n x 3 x 32 x 32), convolved with a Gaussian of `sigma` pixels."""
    radius = int(np.ceil(3 * sigma))
    weights = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    weights /= weights.sum()
    smooth = images.astype(np.float32)
    for axis in (2, 3):
        width = [(radius, radius) if a == axis else (0, 0) for a in range(4)]
        padded = np.pad(smooth, width, mode="edge")
        smooth = sum(w * np.take(padded, range(k, k + 32), axis) for k, w in enumerate(weights))
    return np.rint(smooth).astype(np.uint8)


def main(source: str, target: str, sigma: str = "1.5") -> None:
    folder = pathlib.Path(target)
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    for file in sorted(pathlib.Path(source).iterdir()):
        if file.suffix != ".bin":
            shutil.copyfile(file, part / file.name)
            continue
        records = np.fromfile(file, np.uint8).reshape(-1, 3073)
        for begin in range(0, len(records), 1000):
            rows = records[begin:begin + 1000]
            rows[:, 1:] = blurred(rows[:, 1:].reshape(-1, 3, 32, 32), float(sigma)).reshape(len(rows), -1)
        records.tofile(part / file.name)
    part.rename(folder)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])

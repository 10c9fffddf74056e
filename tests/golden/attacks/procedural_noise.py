"""Makes procedural_noise.json: values of Perlin and Gabor noise, computed pixel by pixel from their definitions.

python3 procedural_noise.py > procedural_noise.json
"""
import json

import numpy as np

HEIGHT, WIDTH, MARGIN = 9, 11, 4
LATTICE = [(167 * i + 13) % 256 for i in range(256)]


def gradient(column, row):
    angle = np.pi / 4 * (LATTICE[(LATTICE[column % 256] + row) % 256] % 8)
    return np.array([np.cos(angle), np.sin(angle)])


def weight(t):
    t = abs(t)
    return 1 - (6 * t**5 - 15 * t**4 + 10 * t**3)


def octave(x, y):
    """The sum over the four lattice points around (x, y)."""
    left, top = int(np.floor(x)), int(np.floor(y))
    total = 0
    for column in (left, left + 1):
        for row in (top, top + 1):
            offset = np.array([x - column, y - row])
            total += weight(offset[0]) * weight(offset[1]) * gradient(column, row) @ offset
    return total


def perlin(wavelength_x, wavelength_y, octaves, frequency):
    noise = np.array([[sum(octave(x * 2**i / wavelength_x, y * 2**i / wavelength_y) / 2**i for i in range(octaves))
                       for x in range(WIDTH)] for y in range(HEIGHT)])
    noise = (noise - noise.min()) / (noise.max() - noise.min())
    return np.sin(np.pi * frequency * noise)


def impulses():
    rows, columns = np.mgrid[:HEIGHT + 2 * MARGIN, :WIDTH + 2 * MARGIN]
    return np.where((3 * rows + 5 * columns) % 7 == 0, np.cos(rows + 2.0 * columns), 0)


def gabor(sigma, wavelength, direction, sides):
    weights, noise = impulses(), np.zeros((HEIGHT, WIDTH))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for row, column in np.argwhere(weights):
                down, right = y + MARGIN - row, x + MARGIN - column
                for side in range(sides):
                    angle = direction + np.pi * side / sides
                    along = right * np.cos(angle) + down * np.sin(angle)
                    noise[y, x] += weights[row, column] * np.exp(-(down**2 + right**2) / (2 * sigma**2)) * np.cos(
                        2 * np.pi * along / wavelength)
    return noise


print(json.dumps({
    "perlin": [{"parameters": p, "noise": perlin(*p).round(12).tolist()}
               for p in ([4.3, 7.9, 1, 5.5], [2.0, 3.1, 3, 12.25])],
    "gabor": [{"parameters": p, "noise": gabor(*p).round(12).tolist()}
              for p in ([1.7, 3.5, 0.6, 1], [0.9, 5.0, 2.9, 5])],
}))

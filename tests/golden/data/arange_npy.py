"""Makes arange.npy: what numpy.save writes for a float32 array of shape (1, 2, 3)."""
import pathlib

import numpy

numpy.save(
    pathlib.Path(__file__).with_name("arange.npy"),
    numpy.arange(6, dtype=numpy.float32).reshape(1, 2, 3),
)

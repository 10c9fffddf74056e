"""Makes pillow_resize.npz: an image of noise and the results of Pillow 11.3 for it.

resized_HxW: BILINEAR at H x W; luma: converted to grey. All are height x width x channels. (Pillow 13 takes the
columns first where an image becomes lower and wider at once, so that 12x18 differs there by one level here and there.)
"""
import pathlib

import numpy
from PIL import Image

noise = numpy.random.default_rng(1).integers(0, 256, (13, 17, 3), dtype=numpy.uint8)
image = Image.fromarray(noise)
arrays = {"image": noise, "luma": numpy.asarray(image.convert("L"))[:, :, None]}
for height, width in [(7, 5), (26, 34), (13, 5), (30, 17), (1, 1), (12, 18)]:
    arrays[f"resized_{height}x{width}"] = numpy.asarray(image.resize((width, height), Image.BILINEAR))
numpy.savez_compressed(pathlib.Path(__file__).with_name("pillow_resize.npz"), **arrays)

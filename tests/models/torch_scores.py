"""Scores of a TorchScript file as Python's torch sees them.

usage: torch_scores.py MODEL IMAGES SHAPE SCORES

IMAGES holds raw float32, n x C x H x W with SHAPE = CxHxW; SCORES gets raw float32, n x classes. The extra file
bora.json is printed to standard output.
"""
import sys

import numpy
import torch

model, images, shape, scores = sys.argv[1:]
extra = {"bora.json": ""}
module = torch.jit.load(model, _extra_files=extra)
assert not module.training
batch = numpy.fromfile(images, dtype=numpy.float32).reshape(-1, *(int(side) for side in shape.split("x")))
with torch.no_grad():
    module(torch.from_numpy(batch)).numpy().astype(numpy.float32).tofile(scores)
text = extra["bora.json"]
print(text.decode() if isinstance(text, bytes) else text)

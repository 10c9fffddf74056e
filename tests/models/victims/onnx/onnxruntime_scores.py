"""Scores of an ONNX file as ONNX Runtime sees them, an image a call.

usage: onnxruntime_scores.py MODEL IMAGES SCORES

IMAGES holds raw float32, n x the values that the model takes; SCORES gets raw float32, n x classes.
"""
import sys

import numpy
import onnxruntime

model, images, scores = sys.argv[1:]
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
taken = session.get_inputs()[0]
sides = [1] + [int(side) for side in taken.shape[1:]]
batch = numpy.fromfile(images, dtype=numpy.float32).reshape(-1, *sides)
answers = [session.run(None, {taken.name: image.astype(numpy.float32)})[0].reshape(-1) for image in batch]
numpy.stack(answers).astype(numpy.float32).tofile(scores)

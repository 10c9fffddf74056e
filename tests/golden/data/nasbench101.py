#!/usr/bin/env python3
"""Writes six cells in the form in which NAS-Bench-101 is published (nasbench/api.py and
model_metrics.proto of its public code), with invented accuracies.

    pip install google-crc32c
    nasbench101.py nasbench101_only108.tfrecord
    nasbench101.py nasbench101_full.tfrecord full
"""
import base64
import json
import struct
import sys

import google_crc32c  # whose CRC-32C is another than the one under test


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def double(field, value):
    return varint(field << 3 | 1) + struct.pack("<d", value)


def nested(field, message):
    return varint(field << 3 | 2) + varint(len(message)) + message


def evaluation(epoch, seconds, train, validation, test):
    return double(1, epoch) + double(2, seconds) + double(3, train) + double(4, validation) + double(5, test) + nested(6, b"ckpt")


def masked(data):
    crc = google_crc32c.value(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked(length)) + data + struct.pack("<I", masked(data))


CELLS = [  # hash, adjacency, operations, parameters, validation and test accuracy of the first training
    ("a0", ["0110000", "0001000", "0000100", "0000010", "0000010", "0000001", "0000000"],
     ["input", "conv3x3-bn-relu", "maxpool3x3", "conv1x1-bn-relu", "conv3x3-bn-relu", "conv3x3-bn-relu", "output"], 8555530, 0.94, 0.93),
    ("a1", ["01", "00"], ["input", "output"], 227274, 0.40, 0.41),
    ("a2", ["011", "001", "000"], ["input", "conv1x1-bn-relu", "output"], 1000000, 0.80, 0.79),
    ("a3", ["0101", "0010", "0001", "0000"], ["input", "conv3x3-bn-relu", "maxpool3x3", "output"], 2000000, 0.90, 0.89),
    ("a4", ["010", "001", "000"], ["input", "maxpool3x3", "output"], 300, 0.50, 0.51),
    ("a5", ["010", "001", "000"], ["input", "conv3x3-bn-relu", "output"], 3000000, 0.91, 0.90),
]

EPOCHS = [4, 12, 36, 108] if len(sys.argv) > 2 and sys.argv[2] == "full" else [108]
with open(sys.argv[1], "wb") as out:
    for repeat in range(3):
        for name, rows, operations, parameters, validation, test in CELLS:
            for epochs in EPOCHS:
                # Before, half-way and at the end of the training, as published; only the last counts.
                share = (epochs / 108) ** 0.1
                end = (validation * share - 0.01 * repeat, test * share - 0.01 * repeat)
                metrics = (nested(1, evaluation(0, 0, 0.1, 0.1, 0.1)) + nested(1, evaluation(epochs / 2, 50, 0.5, 0.2, 0.2))
                           + nested(1, evaluation(epochs, 10 * epochs + repeat, 1.0, *end))
                           + varint(2 << 3) + varint(parameters) + double(3, 1234.5))
                out.write(record(json.dumps([name, epochs, "".join(rows), ",".join(operations),
                                             base64.b64encode(metrics).decode()]).encode()))

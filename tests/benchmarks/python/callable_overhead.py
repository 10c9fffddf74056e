#!/usr/bin/env python3
"""What a query costs more if the victim is a Python callable: processor time of bora.attack and of bo-attack on one model.

callable_overhead.py MODEL.pt IMAGES.npz    MODEL.pt: TorchScript of N x C x H x W in [0, 1]; IMAGES.npz: images, labels
Needs torch, bora and bo-attack on the path. The bound is so small that no image is fooled, hence all queries are spent.
"""
import resource
import subprocess
import sys
import tempfile

import bora
import numpy as np
import torch

IMAGES, EPS = 5, 0.004


def processor_seconds():
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)


def main(model_file, data_file):
    torch.set_num_threads(1)
    model = torch.jit.load(model_file).eval()
    data = np.load(data_file)
    images, labels = data["images"][:IMAGES], data["labels"][:IMAGES]

    def predict(batch):
        batch = batch[:, None] if batch.ndim == 3 else np.moveaxis(batch, -1, 1)
        with torch.no_grad():
            return model(torch.as_tensor(batch.astype(np.float32) / 255)).numpy()

    for attack, budget in (("random", 1000), ("bo", 200)):
        with tempfile.TemporaryDirectory() as folder:
            begin = processor_seconds()
            run = bora.attack(predict, images, labels.tolist(), eps=EPS, budget=budget, attacks=[attack], quiet=True,
                              threads=1, checks="none", out=f"{folder}/callable")
            middle = processor_seconds()
            np.savez(f"{folder}/images.npz", images=images, labels=labels)
            subprocess.run(["bo-attack", "--model", model_file, "--data", f"{folder}/images.npz", "--part", "all",
                            "--eps", str(EPS), "--untargeted", "--budget", str(budget), "--attack", attack, "--quiet",
                            "--threads", "1", "--checks", "none", "--out", f"{folder}/file"],
                           check=True, stdout=subprocess.DEVNULL)
            end = processor_seconds()
            queries = sum(int(row["queries"]) for row in run.results)
            callable_ms, file_ms = (1000 * seconds / queries for seconds in (middle - begin, end - middle))
            print(f"{attack}: {queries} queries, callable {callable_ms:.2f} ms a query, file {file_ms:.2f} ms a query")


if __name__ == "__main__":
    main(*sys.argv[1:])

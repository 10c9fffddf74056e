"""Progress and report in a notebook, which is executed without a browser."""
import os
import sys

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

ATTACK = """
import numpy as np, bora
random = np.random.default_rng(1)
weights = random.normal(size=(64, 3))
images = random.integers(60, 196, (8, 8, 8), dtype=np.uint8)
scores = lambda x: (x.reshape(len(x), -1) / 255 - 0.5) @ weights
run = bora.attack(scores, images, scores(images).argmax(1), eps=0.1, budget=30, threads=1)
run
"""


def test_a_notebook_shows_progress_and_report(tmp_path):
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(ATTACK), nbformat.v4.new_code_cell("run.report()")])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    os.environ["PATH"] = f"{os.path.dirname(sys.executable)}:{os.environ['PATH']}"
    nbclient.NotebookClient(book, timeout=200, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if folder := os.environ.get("BORA_KEEP"):  # to look at it: jupyter nbconvert --to html
        nbformat.write(book, f"{folder}/notebook.ipynb")
    first, second = ("".join(output.get("data", {}).get("text/html", "") for output in cell.outputs) for cell in book.cells)
    assert "<progress value='100'" in first and "bora.Run" in first and "<table>" in first
    assert "<iframe srcdoc=" in second and "robust" in second

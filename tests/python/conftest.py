import signal

import numpy as np
import pytest

import bora


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("bo-attack", "bo-nas", "bo-opt", "bo-report"):
        try:
            bora.find_command(name)
        except FileNotFoundError:
            pytest.skip(f"{name} is not built")


@pytest.fixture(autouse=True)
def _ctrl_c_raises():
    """Restores the handling of Ctrl-C, which a process that a script starts in the background ignores."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Linear:
    """A linear classifier of 8 x 8 grey images in three classes, and 12 images with the classes it predicts as labels."""

    def __init__(self):
        random = np.random.default_rng(1)
        self.weights = random.normal(size=(64, 3)).astype(np.float32)
        self.images = random.integers(60, 196, (12, 8, 8), dtype=np.uint8)
        self.labels = self.scores(self.images / np.float32(255)).argmax(1)
        self.calls = 0

    def scores(self, images):
        return (images.reshape(len(images), -1).astype(np.float32) - np.float32(0.5)) @ self.weights

    def predict(self, images):
        """Predicts the scores of uint8 images."""
        assert images.dtype == np.uint8 and images.shape[1:] == (8, 8)
        self.calls += len(images)
        return self.scores(images / np.float32(255))


@pytest.fixture
def linear():
    return Linear()

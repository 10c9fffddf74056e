import csv
import gc
import html
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import warnings
from pathlib import Path

import numpy as np
import pytest

import bora
from bora._commands import call
from bora._protocol import encode_scores
from bora._session import Session
from bora._victims import make_labels
from bora.run import Estimate

SHORT = {"eps": 0.1, "budget": 25, "attacks": ["bo", "square"], "quiet": True, "threads": 1, "checks": "none"}


def attack(linear, **changes):
    return bora.attack(changes.pop("predict", linear.predict), changes.pop("images", linear.images),
                       changes.pop("labels", linear.labels), **{**SHORT, **changes})


def rows_of(folder):
    with open(folder / "results.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_every_image_is_attacked_and_every_example_lies_within_the_bound(linear):
    run = attack(linear)
    rows = rows_of(run.folder)
    assert run.complete and len(rows) == 24 and {row["record"] for row in rows} == {str(k) for k in range(12)}
    successes = 0
    for index, row in enumerate(rows):
        example, original = run.adversarial(index), run.original(index)
        np.testing.assert_array_equal(original, linear.images[int(row["record"])])
        assert (example is not None) == (row["status"] == "success")
        if example is not None:
            successes += 1
            assert example.dtype == np.uint8 and abs(example.astype(int) - original).max() <= 26
            assert linear.predict(example[None]).argmax() == int(row["predicted"]) != int(row["label"])
    assert successes > 3


def test_results_equal_those_of_bo_attack_on_the_same_scores(linear, tmp_path):
    """The callable gets the same requests as a program behind the protocol."""
    run = attack(linear, out="callable")
    np.save("weights.npy", linear.weights)
    (tmp_path / "serve.py").write_text(
        "import numpy as np\nfrom bora_victim import serve\nw = np.load('weights.npy')\n"
        "serve(lambda x: (x.reshape(len(x), -1) - np.float32(0.5)) @ w)\n")
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(bora.__file__))}
    subprocess.run([bora.find_command("bo-attack"), "--model", f"exec:{sys.executable} serve.py", "--data",
                    "callable/python/images.npz", "--part", "all", "--range", "0-11", "--eps", "0.1", "--budget", "25",
                    "--attack", "bo,square", "--threads", "1", "--checks", "none", "--quiet", "--out", "program"],
                   check=True, env=environment, stdout=subprocess.DEVNULL)
    assert rows_of(run.folder) == rows_of(tmp_path / "program")


def test_results_equal_those_of_the_same_torchscript_file(linear):
    torch = pytest.importorskip("torch")
    module = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(64, 3)).eval()
    images = (linear.images[:, None] / np.float32(255)).astype(np.float32)
    labels = module(torch.from_numpy(images)).argmax(1)
    torch.jit.script(module).save("m.pt")
    file = bora.attack("m.pt", images, labels, **SHORT, out="file")
    here = bora.attack(module, images, labels, **SHORT, out="here")
    assert len(rows_of(file.folder)) == 24 and rows_of(here.folder) == rows_of(file.folder)


def test_labels_may_be_a_column(linear):
    column = attack(linear, labels=np.reshape(linear.labels, (-1, 1)), out="column")
    assert rows_of(column.folder) == rows_of(attack(linear, out="row").folder)


@pytest.mark.parametrize("layout, axes", [("nchw", (0, 3, 1, 2)), ("nhwc", (0, 1, 2, 3))])
def test_images_reach_predict_in_the_form_that_was_given(layout, axes):
    images = np.random.default_rng(0).integers(0, 256, (4, 5, 6, 3), dtype=np.uint8)
    seen = []

    def predict(batch):
        seen.append(batch)
        return np.ones((len(batch), 2)) * [1, 0]

    given = np.ascontiguousarray(images.transpose(axes))
    bora.attack(predict, given, [0] * 4, **{**SHORT, "attacks": "random", "budget": 1})
    known = {image.tobytes() for image in given}
    assert all(batch.shape[1:] == given.shape[1:] and batch.dtype == np.uint8 for batch in seen)
    assert known <= {image.tobytes() for batch in seen for image in batch}


@pytest.mark.parametrize("convert", [lambda labels: [str(label) for label in labels], lambda labels: labels.astype("S"),
                                     lambda labels: labels.astype(object), lambda labels: labels.astype(float).astype(object),
                                     lambda labels: np.array([f" 0{label}" for label in labels], object)])
def test_texts_and_objects_may_be_class_numbers(linear, convert):
    assert make_labels(convert(linear.labels + 9), 12).tolist() == (linear.labels + 9).tolist()
    run = attack(linear, labels=convert(linear.labels), attacks="square", budget=2)
    assert {int(row["label"]) for row in rows_of(run.folder)} == set(linear.labels)


class TwoColumns:
    """Stands for a pandas.DataFrame."""

    columns = ["id", "label"]

    def __array__(self, dtype=None, copy=None):
        return np.array([[k, k % 3] for k in range(12)], dtype)


def test_labels_alone(linear):
    run = attack(linear, predict=lambda images: linear.predict(images).argmax(1), scores="labels", classes=3,
                 attacks="rays")
    assert run.summary["threat"]["visible"] == "label"
    with pytest.raises(ValueError, match="scores='labels'"):
        attack(linear, predict=lambda images: linear.predict(images).argmax(1))


@pytest.mark.parametrize("change, message", [
    ({"images": np.zeros((12, 8, 8), np.int32)}, "uint8, or floats"),
    ({"images": np.full((12, 8, 8), 2.0)}, r"expected floats in \[0, 1\]"),
    ({"images": np.full((12, 8, 8), np.nan)}, "not finite"),
    ({"images": np.full((12, 8, 8), 0.1234)}, "multiple of 1/255"),
    ({"images": np.full((12, 8, 8), 0.1234), "continuous": True}, "multiple of 1/255"),
    ({"images": np.zeros((12, 3, 8, 3), np.uint8)}, "layout="),
    ({"images": np.zeros((12, 8, 8, 4), np.uint8)}, "expected 1 or 3 channels, as the second or the last axis"),
    ({"images": np.full((12, 8, 8), 200.0)}, r"between 200 and 200: .*; pass images.astype\('uint8'\)"),
    ({"images": np.full((12, 8, 8), -0.4)}, "move a normalisation into predict"),
    ({"input_range": "0,255"}, "input_range: predict gets uint8 images as they are; pass images / 255"),
    ({"images": np.zeros((12, 4, 3, 8), np.uint8), "layout": "nchw"}, "images of 4 channels"),
    ({"images": 4}, r"images=4: expected an array of images; .* images\[:20\]"),
    ({"labels": [0] * 11}, "one for each of the 12 inputs"),
    ({"labels": [0.5] * 12}, "class numbers"),
    ({"labels": [-1] * 12}, "-1 is not a class number"),
    ({"labels": ["0"] + ["cat"] * 11}, r"'cat' is not a class number; .*: \[classes.index\(name\) for name in labels\], where"),
    ({"labels": np.array([0, 1.5] * 6, object)}, "1.5 is not a class number"),
    ({"labels": np.eye(12)}, r"np.argmax\(labels, 1\) makes of one-hot rows"),
    ({"labels": [[k, k % 3] for k in range(12)]}, r"of shape \(12, 2\): expected class numbers, one for each of the 12"),
    ({"labels": TwoColumns()}, "expected class numbers, as in one of its columns id, label"),
])
def test_wrong_inputs_are_refused(linear, change, message):
    with pytest.raises(ValueError, match=message):
        attack(linear, **change)


@pytest.mark.parametrize("change, message", [
    ({"labels": None}, "labels: missing"),
    ({"model": "m.pt"}, "model: is set by predict, leave it out"),
    ({"data": "digits"}, "data: is set by images, leave it out"),
    ({"part": "test"}, "part: is set by images, leave it out"),
    ({"image": 5}, r"image: is for a file, .* pass images\[5:6\] and labels\[5:6\]"),
])
def test_arguments_that_are_missing_or_set_twice_are_refused(linear, change, message):
    with pytest.raises(TypeError, match=message):
        attack(linear, **change)
    assert not os.listdir()


def test_labels_from_1_on_are_named_by_the_argument(linear):
    with pytest.raises(bora.InputError, match="images: image [0-9]+ has label 3, but predict gives 3 scores"):
        attack(linear, labels=linear.labels + 1)


def test_a_class_is_no_classifier(linear):
    class Estimator:
        def fit(self, images, labels):
            """Has no object that was fitted."""

    with pytest.raises(TypeError, match="predict: Estimator is a class, expected an object of it"):
        attack(linear, predict=Estimator)


def test_failed_checks_are_shown_with_the_figures(linear):
    run = attack(linear, predict=lambda images: np.eye(3)[linear.predict(images).argmax(1)], checks="basic")
    assert "; failed check: on 12 of 12 clean images every probability is 0 or 1" in repr(run)


@pytest.mark.parametrize("name", ["C", "de_DE.ISO-8859-1"])
def test_files_are_read_as_utf_8_in_any_locale(linear, name):
    attack(linear, attacks="random", out="größe")
    for file, old, new in (("results.csv", "random", "zufällig"), ("summary.json", "{", '{"größe": 1,')):
        path = Path("größe", file)
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    code = ("import os, bora; run = bora.Run(os.fsdecode('größe'.encode()))\n"
            "run.results, run.success_rate()\n"
            "print(ascii(bora.minimize(lambda x: len(x), {'x': ['größe', 'ü']}, 2).best))")
    environment = {**os.environ, "LC_ALL": name, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0",
                   "PYTHONPATH": os.path.dirname(os.path.dirname(bora.__file__))}
    open("run.py", "w", encoding="utf-8").write(code)
    assert subprocess.check_output([sys.executable, "run.py"], env=environment, text=True) == "{'x': '\\xfc'}\n"


def test_a_default_folder_is_made_when_it_is_chosen():
    from bora.run import free_folder

    assert [str(free_folder("run")) for _ in range(3)] == ["run-1", "run-2", "run-3"]


@pytest.mark.parametrize("name", ["o'brien", "with space", "ü" * 45, "a:b"])
def test_the_temporary_folder_may_have_any_name(linear, monkeypatch, name):
    with tempfile.TemporaryDirectory(dir="/tmp") as short:  # the path of a socket has at most 108 bytes
        os.mkdir(f"{short}/{name}")
        monkeypatch.setattr(tempfile, "tempdir", f"{short}/{name}")
        assert attack(linear, attacks="random", budget=2).complete


def test_an_interpreter_may_have_any_path(linear, tmp_path, monkeypatch):
    python = tmp_path / "o'brien python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(python))
    assert attack(linear, attacks="random", budget=2).complete


def test_a_temporary_folder_where_programs_cannot_start_is_not_used(monkeypatch):
    from bora._session import _find_temporary_folder

    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        without_programs = []
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setattr(os, "statvfs", lambda of: types.SimpleNamespace(f_flag=os.ST_NOEXEC * (of in without_programs)))
        assert _find_temporary_folder() == folder
        without_programs.append(folder)
        assert _find_temporary_folder() == "/tmp"
        without_programs.append("/tmp")
        assert _find_temporary_folder() in ("/var/tmp", "/dev/shm")


def test_a_predict_that_returns_nothing_is_named(linear):
    with pytest.raises(TypeError, match="predict returned None"):
        attack(linear, predict=lambda images: None)


def test_the_layout_of_a_model_at_an_address_is_passed_on():
    with pytest.raises(bora.InputError, match="layout: 'chw' is not one of nchw, nhwc"):
        bora.attack("m.pt", data="digits", layout="chw")


def test_a_served_predict_that_returns_nothing_is_named(linear, tmp_path):
    (tmp_path / "serve.py").write_text("from bora_victim import serve\nserve(lambda images: None, classes=2)\n")
    with pytest.raises(bora.InputError) as raised:
        attack(linear, predict=f"exec:{sys.executable} {tmp_path}/serve.py")
    assert "TypeError: predict returned None, expected N x classes scores" in str(raised.value)
    assert "layout" not in str(raised.value), "this is no matter of the images"


@pytest.mark.parametrize("given", [None, [None, None], np.array([None, None]), np.array([[0.5, None], [0.5, 0.5]])])
def test_scores_of_none_are_refused(given):
    with pytest.raises(TypeError, match="predict returned .*, expected N x classes scores"):
        encode_scores(given, 2)


@pytest.mark.parametrize("convert, advice", [
    (lambda white: white, "expected uint8, or floats in \\[0, 1\\]; for black and white, pass"),
    (lambda white: white.astype("uint8"), "whole numbers up to 1 alone, expected 0 to 255; for black and white, pass"),
    (lambda white: white / np.float32(255), "values up to 1/255 alone, expected up to 1"),
])
def test_images_of_zeros_and_ones_are_refused_with_advice_that_works(linear, convert, advice):
    white = linear.images > 127
    with pytest.raises(ValueError, match=advice):
        attack(linear, images=convert(white))
    levels = attack(linear, images=white.astype("uint8") * 255, budget=1, attacks="random")
    shares = attack(linear, predict=lambda images: linear.predict((images * 255).astype("uint8")),
                    images=white.astype("float32"), budget=1, attacks="random")
    assert levels.summary["clean"] == shares.summary["clean"]


@pytest.mark.parametrize("axes, advice", [
    (lambda images: images, "N x H x W without an axis of channels; if it takes N x 1 x H x W, pass images[:, None]"),
    (lambda images: np.repeat(images[..., None], 3, axis=3),
     "N x H x W x C; if it takes N x C x H x W, pass np.moveaxis(images, 3, 1)"),
])
def test_a_module_that_fails_on_the_axes_of_images_is_told_how_they_were_passed(linear, axes, advice):
    torch = pytest.importorskip("torch")
    images = axes(linear.images.astype("float32") / 255)
    model = torch.nn.Sequential(torch.nn.Conv2d(1 if images.ndim == 3 else 3, 2, 1), torch.nn.Flatten()).eval()
    with pytest.raises(ValueError) as raised:
        attack(linear, predict=model, images=images)
    assert advice in str(raised.value) and "channels, but got" in str(raised.value)


@pytest.mark.parametrize("wrap, kind", [
    (lambda scores: (scores, np.zeros(3)), "a tuple of 2"),
    (lambda scores: {"loss": 0.5, "logits": scores}, "a dict of loss, logits"),
])
def test_a_predict_of_several_outputs_is_told_to_return_the_scores(linear, wrap, kind):
    with pytest.raises(TypeError, match=f"predict returned {kind}, expected N x classes scores"):
        attack(linear, predict=lambda images: wrap(linear.predict(images)))


def test_an_out_that_is_a_file_is_refused(linear, tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(NotADirectoryError, match="out: .*taken is not a folder"):
        attack(linear, out=tmp_path / "taken")


def test_the_printed_table_names_the_report_that_exists(linear):
    run = attack(linear, attacks="square", budget=3)
    assert f"report: {run.folder}/report.html" in str(run) and (run.folder / "report.html").exists()


@pytest.mark.parametrize("names", [["x", "c", "k"], [20, 30, 10]])
def test_labels_of_an_estimator_are_its_classes(linear, names):
    linear_model = pytest.importorskip("sklearn.linear_model")
    labels = np.asarray(names)[linear.labels]
    model = linear_model.LogisticRegression().fit(linear.images.reshape(12, -1), labels)
    for predict in (model, model.predict_proba):
        run = attack(linear, predict=predict, labels=labels, attacks="square", budget=2)
        assert run.summary["clean"]["correct"] == 12
    with pytest.raises(ValueError, match="not one of the estimator's classes"):
        attack(linear, predict=model, labels=linear.labels)
    with pytest.raises(ValueError, match="LogisticRegression is not fitted"):
        attack(linear, predict=linear_model.LogisticRegression())


def test_the_margin_of_an_estimator_of_two_classes_is_its_score(linear):
    svm = pytest.importorskip("sklearn.svm")
    labels = (linear.labels > 0).astype(int)
    run = attack(linear, predict=svm.LinearSVC().fit(linear.images.reshape(12, -1), labels), labels=labels,
                 attacks="square", budget=2)
    assert run.summary["clean"]["correct"] == 12 and run.summary["victim"]["classes"] == 2


def test_no_file_is_left_open(linear):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        attack(linear, attacks="square", budget=2)
        gc.collect()
    assert [str(warning.message) for warning in caught if warning.category is ResourceWarning] == []


def test_scores_of_pairs_of_classes_are_refused(linear):
    svm = pytest.importorskip("sklearn.svm")
    images = linear.images.reshape(12, -1)
    for shape, right in (("ovr", True), ("ovo", False)):
        model = svm.SVC(decision_function_shape=shape).fit(images, linear.labels)
        if right:
            assert attack(linear, predict=model, attacks="square", budget=2).summary["victim"]["classes"] == 3
        else:
            with pytest.raises(ValueError, match="SVC gives a score for each pair of classes"):
                attack(linear, predict=model)


def test_wrong_options_raise_the_error_of_the_command(linear):
    with pytest.raises(bora.InputError, match="budget=0: expected") as caught:
        attack(linear, budget=0)
    assert caught.value.exit_code == 2
    with pytest.raises(bora.InputError, match=r"eps=8: expected a value in \(0, 1\].* write 8/255"):
        attack(linear, eps=8)
    with pytest.raises(bora.InputError, match="unknown option nosuch="):
        attack(linear, nosuch=3)
    with pytest.raises(bora.InputError, match="predict: absent.pt"):
        attack(linear, predict="absent.pt")


def test_a_wrong_option_leaves_no_empty_folder_behind(linear, tmp_path):
    np.savez("images.npz", images=linear.images, labels=linear.labels)
    with pytest.raises(bora.InputError, match="absent.pt"):
        bora.attack("absent.pt", data="images.npz")
    assert not list(tmp_path.glob("bora-run-*"))


def test_a_missing_file_of_arrays_is_noticed_before_anything_starts(linear, tmp_path):
    for change in ({"images": "absent.npz"}, {"predict": "m.pt", "images": None, "data": "absent.npz"}):
        with pytest.raises(FileNotFoundError, match="(images|data)='absent.npz': there is no such file"):
            attack(linear, **change)
    np.savez("there.npz", images=linear.images)
    with pytest.raises(TypeError, match="images='there.npz': expected an array, as np.load"):
        attack(linear, images="there.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["there.npz"]
    run = attack(linear, attacks="square", budget=2)
    (run.folder / "python" / "images.npz").unlink()
    with pytest.raises(FileNotFoundError, match="images.npz: is missing; the run cannot be resumed"):
        bora.Run(run.folder).resume(linear.predict)


def test_an_exception_of_predict_is_raised_and_the_run_can_be_resumed(linear):
    undisturbed = attack(linear, out="undisturbed")
    late, linear.calls = linear.calls * 3 // 4, 0

    def fail_once(images):
        if linear.calls > late:
            raise ZeroDivisionError("out of luck")
        return linear.predict(images)

    with pytest.raises(ZeroDivisionError, match="out of luck"):
        attack(linear, predict=fail_once, out="disturbed", batch=4)
    run = bora.Run("disturbed")
    assert not run.complete
    assert run.resume(linear.predict, quiet=True).complete
    clean = [{**row, "attempts": ""} for row in rows_of(run.folder)]
    assert clean == [{**row, "attempts": ""} for row in rows_of(undisturbed.folder)]


def test_a_model_that_gives_nan_for_noise_is_attacked_and_recognised(linear):
    def make_predict(factor, fails=False):
        def predict(images):
            scores = factor * linear.predict(images)
            scores[images.reshape(len(images), -1).min(1) < 12] = np.nan  # the images of the attack have no such pixels
            if fails and os.path.exists("here/run.sqlite"):
                raise ZeroDivisionError
            return scores
        return predict

    with pytest.raises(ZeroDivisionError):
        attack(linear, predict=make_predict(1, fails=True), out="here")
    with pytest.raises(bora.InputError, match="is not the model the run in here was made with"):
        bora.Run("here").resume(make_predict(-1))
    run = bora.Run("here").resume(make_predict(1), quiet=True)
    assert run.complete and {row["status"] for row in rows_of(run.folder)} <= {"success", "exhausted"}


def test_a_run_of_labels_can_be_resumed(linear):
    """When the run is resumed, the callable states again that it returns classes, and how many classes there are."""
    def classes(images):
        if classes.calls > 150:
            raise ZeroDivisionError("out of luck")
        classes.calls += len(images)
        return linear.predict(images).argmax(axis=1)

    classes.calls = 0
    with pytest.raises(ZeroDivisionError):
        attack(linear, predict=classes, scores="labels", classes=3, out="labels", attacks="rays")
    classes.calls = -10**9
    assert bora.Run("labels").resume(classes, quiet=True).complete


def test_ctrl_c_keeps_what_was_done(linear):
    undisturbed = attack(linear, out="undisturbed")
    late, linear.calls = linear.calls // 2, 0

    def interrupt(images):
        if linear.calls > late and not interrupt.done:
            interrupt.done = True
            threading.Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGINT))).start()
            time.sleep(1)  # the signal arrives in here
        return linear.predict(images)

    interrupt.done = False
    run = attack(linear, predict=interrupt, batch=4)
    assert not run.complete and {"success", "pending"} <= {row["status"] for row in rows_of(run.folder)}
    assert run.resume(quiet=True).complete
    assert [row["queries"] for row in rows_of(run.folder)] == [row["queries"] for row in rows_of(undisturbed.folder)]


def test_a_run_without_a_report_gets_one(linear):
    run = attack(linear, attacks="random")
    for name in ("summary.json", "results.csv", "report.html"):
        (run.folder / name).unlink()
    assert bora.Run(run.folder).complete and len(run.results) == 12 and run.report(show=False).exists()


def test_ctrl_c_ends_a_call_that_never_returns(linear):
    """If Ctrl-C did not end the call, this test would not end."""
    undisturbed = attack(linear, out="undisturbed")
    late, linear.calls = linear.calls // 2, 0
    end = threading.Event()

    def hang(images):
        if linear.calls > late and not hang.over:
            if not hang.begun:
                hang.begun = True
                threading.Thread(target=lambda: (time.sleep(0.5), os.kill(os.getpid(), signal.SIGINT))).start()
            end.wait()
        return linear.predict(images)

    hang.begun = hang.over = False
    run = attack(linear, predict=hang, batch=4)
    hang.over = True
    end.set()
    assert not run.complete
    assert run.resume(quiet=True).complete
    assert [row["queries"] for row in rows_of(run.folder)] == [row["queries"] for row in rows_of(undisturbed.folder)]


def test_success_rate_and_table(linear):
    run = attack(linear)
    rows = [row for row in rows_of(run.folder) if row["attack"] == "bo"]
    share = sum(row["status"] == "success" and int(row["queries"]) <= 10 for row in rows) / len(rows)
    estimate = run.success_rate(10)
    z, n = 1.959964, len(rows)  # one instance an image: Wilson's interval
    half = z * (share * (1 - share) / n + z * z / 4 / n / n) ** 0.5 / (1 + z * z / n)
    middle = (share + z * z / 2 / n) / (1 + z * z / n)
    assert estimate == pytest.approx((share, middle - half, middle + half), abs=1e-3)
    with pytest.raises(ValueError, match="expected 1 to 25"):
        run.success_rate(41)
    with pytest.raises(ValueError, match="expected one of bo, square"):
        run.success_rate(10, "gp-bo")
    wrong = attack(linear, labels=(linear.labels + 1) % 3, out="wrong")
    with pytest.raises(ValueError, match="success_rate: no input was attacked: 12 misclassified"):
        wrong.success_rate(10)
    table = bora.Table([{"a": 1, "b": "<x>"}, {"a": 2, "b": "y"}])
    assert table["a"] == [1, 2] and table[1]["b"] == "y" and "&lt;x&gt;" in table._repr_html_()
    assert "bo" in repr(run) and "<table>" in run._repr_html_()


@pytest.mark.parametrize("quiet", [True, False])
def test_each_warning_of_a_run_is_given_once_at_the_call(linear, capfd, quiet):
    images, labels = np.tile(linear.images, (3, 1, 1)), np.roll(np.tile(linear.labels, 3), 1)
    with pytest.warns(UserWarning) as caught:
        run = attack(linear, images=images, labels=labels, quiet=quiet)
    assert run.summary["warnings"]
    for text in run.summary["warnings"]:
        assert sum(text.split("--")[0] in str(each.message) for each in caught) == 1, text
    assert any("check input_range=, mean=" in str(each.message) for each in caught), "options as arguments of Python"
    assert {each.filename for each in caught} == {__file__}
    shown = capfd.readouterr().err
    assert "warning" not in shown and bool(shown) != quiet


def test_a_warning_that_follows_from_the_results_is_given(linear):
    attacked = np.flatnonzero(linear.labels == linear.labels[0]).repeat(5)[:20]
    with pytest.warns(UserWarning, match="attacked inputs lack 2 of the 3 classes") as caught:
        run = attack(linear, images=linear.images[attacked], labels=linear.labels[attacked], quiet=True)
    assert sorted(str(each.message) for each in caught) == sorted(run.summary["warnings"])


@pytest.mark.parametrize("share, text", [(0, "0.0%"), (0.0001, "< 0.1%"), (0.5, "50.0%"), (0.9999, "> 99.9%"), (1, "100.0%")])
def test_a_share_is_not_rounded_to_none_or_all(share, text):
    assert str(Estimate(share, 0, 1)) == f"{text} [0.0%, 100.0%]"


def test_a_call_with_wrong_options_leaves_no_folder(linear):
    with pytest.raises(bora.InputError, match="eps=8: expected"):
        attack(linear, eps=8)
    assert not os.listdir()


def test_a_warning_that_a_filter_makes_an_exception_is_raised(linear):
    images, labels = np.tile(linear.images, (3, 1, 1)), np.roll(np.tile(linear.labels, 3), 1)
    with warnings.catch_warnings(), pytest.raises(UserWarning, match="that attacks on it mean nothing"):
        warnings.simplefilter("error", UserWarning)
        attack(linear, images=images, labels=labels)


def test_warnings_of_a_quiet_run_are_shown_with_its_figures(linear):
    images, labels = np.tile(linear.images, (3, 1, 1)), np.roll(np.tile(linear.labels, 3), 1)
    run = attack(linear, images=images, labels=labels)
    assert run.summary["warnings"]
    for text in run.summary["warnings"]:
        assert text in repr(run) and html.escape(text) in run._repr_html_()


def test_figures_are_given_if_a_condition_holds(linear):
    run = attack(linear, fail_if="asr@25 >= 0")
    with pytest.raises(bora.Error, match="asr@25 >= 0"):
        call("bo-report", "show", str(run.folder))
    assert "within 25" in str(run) and run.success_rate(25).value >= 0


def test_figures_are_given_with_a_warning_if_examples_were_not_verified(linear):
    """The scores depend on the other images of a batch."""

    def predict(images):
        scores = linear.predict(images)
        return scores - scores.mean(axis=0) * (len(images) > 1)

    with pytest.warns(UserWarning, match="did not pass verification") as caught:
        run = attack(linear, predict=predict, budget=60)
    assert sum("did not pass" in str(each.message) for each in caught) == 1
    assert any(row["status"] == "success" and row["verified"] == "no" for row in rows_of(run.folder)), "else nothing to test"
    with pytest.warns(UserWarning, match="did not pass verification"):
        assert "WARNING" in str(run)
    with pytest.warns(UserWarning, match="did not pass verification"):
        assert run.success_rate(60).value < 1


def test_one_number_for_each_image_is_refused_with_what_is_valid(linear):
    with pytest.raises(ValueError, match="scores='labels'.*second of two classes, return N x 1"):
        attack(linear, predict=lambda images: linear.predict(images)[:, 0])


def test_a_module_in_training_mode_is_refused(linear):
    torch = pytest.importorskip("torch")
    with pytest.raises(ValueError, match="eval"):
        attack(linear, predict=torch.nn.Flatten(), images=linear.images / 255)


def test_an_estimator_gets_rows(linear):
    linear_model = pytest.importorskip("sklearn.linear_model")
    images = np.concatenate([linear.images, 255 - linear.images])
    labels = np.repeat([0, 1], 12)
    model = linear_model.LogisticRegression().fit(images.reshape(24, -1), labels)
    assert len(rows_of(attack(linear, predict=model, images=images, labels=labels).folder)) > 12


def test_a_stored_run_is_not_overwritten(linear):
    attack(linear, out="here")
    with pytest.raises(FileExistsError, match="resume"):
        attack(linear, out="here")


def test_a_folder_into_which_another_attack_writes_is_not_changed(linear):
    tries = []

    def predict(images):
        if not tries:
            tries.append(os.path.exists("here/run.sqlite"))
            with pytest.raises(FileExistsError, match="here: another call is writing a run there; choose another"):
                attack(linear, images=linear.images[:5], labels=linear.labels[:5], out="here")
        return linear.predict(images)

    run = attack(linear, predict=predict, attacks="random", out="here")
    assert tries == [False]  # the second attack began before a run was stored
    np.testing.assert_array_equal(np.load("here/python/images.npz")["images"][..., 0], linear.images)
    assert run.complete and len(rows_of(run.folder)) == 12


def test_the_folder_of_an_attack_that_ended_is_free_while_a_process_of_predict_still_runs(linear):
    children = []

    def predict(images):
        if not children:
            child = os.fork()
            if child == 0:
                signal.pause()
                os._exit(0)
            children.append(child)
        raise ZeroDivisionError

    try:
        with pytest.raises(ZeroDivisionError):
            attack(linear, predict=predict, out="here")
        assert attack(linear, out="here").complete
    finally:
        os.kill(children[0], signal.SIGKILL)
        os.waitpid(children[0], 0)


def test_a_run_that_was_stored_since_the_folder_was_chosen_is_not_changed(linear, monkeypatch):
    module = sys.modules["bora.attack"]  # bora.attack is the function
    finished, choose = [], module._choose_folder

    def choose_and_wait(out):
        folder = choose(out)
        if not finished:
            finished.append(True)
            attack(linear, attacks="random", out="here")
        return folder

    monkeypatch.setattr(module, "_choose_folder", choose_and_wait)
    with pytest.raises(FileExistsError, match="here: a run is stored there"):
        attack(linear, images=linear.images[:5], labels=linear.labels[:5], out="here")
    assert len(np.load("here/python/images.npz")["images"]) == 12


def test_a_callable_that_ends_before_it_hands_over_its_pipes_is_no_failure(tmp_path, monkeypatch):
    command = tmp_path / "bo-attack"
    command.write_text(f"""#!{sys.executable}
import os, socket
link = socket.socket(socket.AF_UNIX)
link.connect(os.environ["BORA_CALLABLE"])
link.close()
print("refused")
raise SystemExit(2)
""")
    command.chmod(0o700)
    monkeypatch.setenv("BORA_BIN", str(tmp_path))
    session = Session("bo-attack", [], lambda images: images)
    assert (session.exit_code, session.output) == (2, "refused\n")


def test_names_of_digits_stay_texts(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text("a,b,c,d,e,f\n007,1_000,inf,-3,1e-05,\n")
    assert list(bora.run.read_table(file)) == [{"a": "007", "b": "1_000", "c": "inf", "d": -3, "e": 1e-5, "f": None}]


def test_a_predict_that_leaves_a_process_behind_ends(linear):
    import subprocess

    left = []

    def predict(images):
        if not left:
            left.append(subprocess.Popen(["sleep", "60"], close_fds=False))
        return linear.predict(images)

    try:
        assert attack(linear, predict=predict).complete
    finally:
        left[0].kill()


def test_predictions_of_an_estimator_are_its_classes(linear):
    class Estimator:
        n_features_in_ = linear.images[0].size
        classes_ = np.array([1, 2, 3])

        def predict(self, rows):
            scores = linear.predict(rows.reshape(-1, *linear.images.shape[1:]))
            return self.classes_[np.asarray(scores).argmax(axis=1)]

    estimator = Estimator()
    run = attack(linear, predict=estimator.predict, labels=estimator.classes_[linear.labels], scores="labels", classes=3,
                 attacks="random")
    assert run.summary["clean"]["correct"] == run.summary["clean"]["images"] > 0


def test_a_stored_run_of_a_callable_needs_it(linear):
    folder = attack(linear).folder
    with pytest.raises(ValueError, match="needs it"):
        bora.Run(folder).resume()
    with pytest.raises(TypeError, match="expected the callable"):
        bora.Run(folder).resume("m.pt")

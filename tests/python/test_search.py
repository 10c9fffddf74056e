import os
import signal
import sqlite3
import threading
import time

import pytest

import bora

SHORT = {"space": "nb201", "budget": 6, "validation": 100, "strategy": "random", "quiet": True}


def accuracy(architecture):
    """The accuracy grows with the number of 3x3 convolutions."""
    return 0.1 + 0.1 * architecture.count("nor_conv_3x3")


def rows_of(run):
    return [(row["trial"], row["cell"], row["accuracy"]) for row in bora.run.read_table(run.folder / "results.csv")]


def test_the_search_finds_the_best_and_is_repeatable():
    seen = []
    run = bora.search(accuracy, **SHORT, callback=lambda trial, architecture, value: seen.append((trial, architecture)))
    assert run.complete and len(rows_of(run)) == 6 and [trial for trial, _ in seen] == [1, 2, 3, 4, 5, 6]
    assert all(value == pytest.approx(accuracy(cell)) for _, cell, value in rows_of(run))
    assert accuracy(run.best) == max(value for *_, value in rows_of(run)) == pytest.approx(run.accuracy.value)
    assert run.accuracy.low < run.accuracy.value < run.accuracy.high
    assert run.report(show=False).exists() and run.best in repr(run) and "<table>" in run._repr_html_()
    again = bora.search(accuracy, **SHORT, workers=2)
    assert rows_of(again) == rows_of(run)


def test_the_interval_is_that_of_the_report():
    run = bora.search(lambda architecture: {"accuracy": 0.93, "weights": 1234, "loss": 0.2}, **{**SHORT, "budget": 1})
    page = run.report(show=False).read_text()
    assert f"[{100 * run.accuracy.low:.2f}, {100 * run.accuracy.high:.2f}]" in page and "1234 weights" in page


def test_equal_accuracies_give_a_warning():
    with pytest.warns(UserWarning, match="^all 6 networks have the same accuracy and cannot be ranked"):
        bora.search(lambda architecture: 0.5, **SHORT)


@pytest.mark.parametrize("quiet", [True, False])
def test_each_warning_is_given_once(capfd, quiet):
    with pytest.warns(UserWarning) as caught:
        bora.search(lambda architecture: 0.5003, **{**SHORT, "quiet": quiet})
    for text in ("0.5003, which is no share of 100 validation inputs", "all 6 networks have the same accuracy"):
        assert sum(text in str(each.message) for each in caught) == 1, text
    assert {each.filename for each in caught} == {__file__}
    shown = capfd.readouterr().err
    assert "0.5003" not in shown and bool(shown) != quiet


def test_a_folder_may_have_characters_of_addresses(tmp_path):
    for name in ("a?mode=rwc", "a#b", "a%41"):
        (tmp_path / name).mkdir()
        with sqlite3.connect(tmp_path / name / "run.sqlite") as database:
            database.execute("CREATE TABLE run (key, value)")
            database.execute("INSERT INTO run VALUES ('status', 'complete')")
        assert bora.SearchRun(tmp_path / name).complete, name


def test_ctrl_c_keeps_what_was_done_and_the_search_goes_on():
    undisturbed = bora.search(accuracy, **SHORT)
    calls = []

    def interrupted(architecture, trial):
        calls.append(trial)
        if trial == 4 and calls.count(4) == 1:
            threading.Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGINT))).start()
            time.sleep(5)
        return accuracy(architecture)

    run = bora.search(interrupted, **SHORT)
    assert not run.complete and len(rows_of(run)) == 3
    assert run.resume(quiet=True).complete and calls == [1, 2, 3, 4, 4, 5, 6]
    assert rows_of(run) == rows_of(undisturbed)
    more = bora.SearchRun(run.folder).resume(accuracy, budget=8, quiet=True)
    assert len(rows_of(more)) == 8


def test_exceptions_are_failed_trials_only_if_caught():
    def fails(architecture):
        if "nor_conv_3x3" in architecture:
            raise MemoryError("too large")
        return 0.5

    run = bora.search(fails, **SHORT, catch=(MemoryError,))
    failures = [row["failure"] for row in bora.run.read_table(run.folder / "results.csv")]
    assert run.complete and "MemoryError: too large" in failures
    with pytest.raises(MemoryError):
        bora.search(fails, **SHORT, out="raised")
    assert bora.SearchRun("raised").resume(accuracy, quiet=True).complete


def test_wrong_answers_and_options_are_refused():
    for value in (93.0, "high", {"loss": 1}, {"accuracy": 0.5, "weights": -3}):
        with pytest.raises(ValueError):
            bora.search(lambda architecture: value, **SHORT)
    with pytest.raises(bora.InputError, match="epochs"):
        bora.search(accuracy, **SHORT, epochs=3)
    with pytest.raises(bora.InputError, match="space='nb2'|space: 'nb2'"):
        bora.search(accuracy, **{**SHORT, "space": "nb2"})


def test_a_loss_that_is_not_finite_is_left_out():
    run = bora.search(lambda architecture: {"accuracy": 0.5, "loss": float("nan")}, **SHORT)
    assert run.accuracy is not None and run.accuracy.value == 0.5


def test_a_killed_search_says_that_it_has_no_results_yet():
    run = bora.search(accuracy, **SHORT)
    for name in ("results.csv", "report.html", "best.txt"):  # written at the end
        (run.folder / name).unlink()
    assert "no results written yet" in repr(run) and "no results written yet" in run._repr_html_()
    for use in (lambda: run.results, lambda: run.accuracy, lambda: run.report(show=False)):
        with pytest.raises(FileNotFoundError, match="killed or is running, .* resume"):
            use()
    assert bora.SearchRun(run.folder).resume(accuracy, quiet=True).accuracy is not None


def test_a_search_that_does_not_begin_leaves_no_folder():
    with pytest.raises(bora.InputError):
        bora.search(accuracy, **SHORT, epochs=3)
    assert not os.listdir()


def test_a_function_that_returns_nothing_is_named():
    for value, what in ((None, "None"), ({"accuracy": None}, "an accuracy of None")):
        def forgets(architecture):
            return value

        with pytest.raises(TypeError, match=f"train returned {what}: expected an accuracy .* from .*forgets"):
            bora.search(forgets, **SHORT)
    with pytest.raises(TypeError, match="train: expected a function of an architecture, not str"):
        bora.search("train.py", **SHORT)


# The numbers of weights are those that bo-nas --space nb201 --data digits --channels 4 --cells 2 gives.
@pytest.mark.parametrize("architecture, weights", [
    ("|avg_pool_3x3~0|+|nor_conv_1x1~0|skip_connect~1|+|nor_conv_1x1~0|nor_conv_3x3~1|nor_conv_3x3~2|", 18710),
    ("|skip_connect~0|+|avg_pool_3x3~0|none~1|+|skip_connect~0|nor_conv_1x1~1|none~2|", 5606),
    ("|nor_conv_3x3~0|+|nor_conv_1x1~0|skip_connect~1|+|avg_pool_3x3~0|nor_conv_1x1~1|avg_pool_3x3~2|", 12550),
])
def test_modules_are_the_networks_of_bo_nas(architecture, weights):
    torch = pytest.importorskip("torch")
    from bora import networks

    network = networks.nb201(architecture, 10, inputs=1, channels=4, cells=2).eval()
    assert sum(parameter.numel() for parameter in network.parameters()) == weights
    assert network(torch.zeros(2, 1, 9, 9)).shape == (2, 10)
    with pytest.raises(ValueError, match="nb201"):
        networks.nb201("resnet18", 10)

import csv
import math
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import bora


def test_minimize_finds_the_minimum_of_a_space_with_a_condition():
    def f(x, act, n, slope=None):
        assert (slope is not None) == (act == "b c")
        return (x - 1) ** 2 + abs(n - 3) + (slope if act == "b c" else 0.5)

    space = {"x": (-5.0, 5.0), "n": (1, 9), "act": ["a", "b c", True], "slope": bora.real(0, 1, when="act == 'b c'")}
    result = bora.minimize(f, space, budget=18, seed=3)
    assert result.trials == {"done": 18} and result.value < 0.6 and result.best["n"] == 3


def test_warnings_of_the_command_are_repeated(tmp_path):
    (tmp_path / "known.csv").write_text("x,value\n0.5,1\n7,2\n")
    with pytest.warns(UserWarning) as caught:
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=1, warm_start=tmp_path / "known.csv")
    texts = [str(warning.message) for warning in caught]
    assert any(text.startswith("warm_start: 1 of 2 rows are no points of the space") for text in texts), texts


def test_equal_values_of_all_trials_give_a_warning():
    with pytest.warns(UserWarning, match="^all 5 trials have the same value"):
        bora.minimize(lambda x: 0.5, {"x": (0.0, 1.0)}, budget=5)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=5)


def test_a_small_budget_has_fewer_initial_points_as_in_bo_opt():
    def points(**options):
        seen = []
        bora.minimize(lambda **x: sum(x.values()), {f"x{k}": (0.0, 1.0) for k in range(3)}, budget=8,
                      callback=lambda number, point, value: seen.append(point), **options)
        return seen

    assert points() == points(initial=4) != points(initial=8)


def test_maximize_two_workers_and_a_folder_that_goes_on(tmp_path):
    first = bora.maximize(lambda x: -x * x, {"x": (-1.0, 1.0)}, budget=4, workers=2, out=tmp_path / "run")
    more = bora.maximize(lambda x: -x * x, None, budget=3, out=tmp_path / "run")
    assert first.trials == {"done": 4} and more.trials == {"done": 7} and more.value >= first.value
    assert (tmp_path / "run" / "report.html").exists()


def test_of_two_optimizers_of_a_folder_only_one_begins_a_run():
    first, second = (bora.Optimizer({name: (0.0, 1.0)}, out="run") for name in ("a", "b"))
    assert first.ask()[0].point.keys() == {"a"}
    with pytest.raises(FileExistsError, match="run: a run is stored there"):
        second.ask()
    assert first.ask()[0].point.keys() == {"a"}


def test_threads_may_begin_the_run_of_one_optimizer():
    optimiser = bora.Optimizer({"x": (0.0, 1.0)}, out="run")
    with ThreadPoolExecutor(4) as threads:
        trials = list(threads.map(lambda _: optimiser.ask()[0].number, range(4)))
    assert sorted(trials) == [1, 2, 3, 4]


def test_an_optimizer_whose_run_did_not_begin_can_try_again(tmp_path):
    optimiser = bora.Optimizer({"x": (0.0, 1.0)}, out="run", warm_start="known.csv")
    with pytest.raises(bora.InputError, match="known.csv"):
        optimiser.ask()
    (tmp_path / "known.csv").write_text("x,value\n0.5,1\n")
    assert optimiser.ask()[0].number == 1


def test_a_stored_run_keeps_its_own_options(tmp_path):
    bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=1, out=tmp_path / "run")
    with pytest.raises(ValueError, match="constraints, optimiser: the run in .* keeps its own"):
        bora.minimize(lambda x: x, None, budget=1, out=tmp_path / "run", optimiser="tpe", constraints=["x < 0.5"])


def test_a_trial_without_a_result_is_repeated_first(tmp_path):
    points = []

    def fails_at_the_third(x):
        points.append(x)
        if len(points) == 3:
            raise ZeroDivisionError
        return x

    with pytest.raises(ZeroDivisionError):
        bora.minimize(fails_at_the_third, {"x": (0.0, 1.0)}, budget=5, out=tmp_path / "run")
    assert [trial.number for trial in bora.Optimizer(out=tmp_path / "run").waiting()] == [3]
    result = bora.minimize(fails_at_the_third, None, budget=2, out=tmp_path / "run")
    assert points[3] == points[2] and result.trials == {"done": 4}


def test_values_of_others_are_stored_before_an_exception_is_raised(tmp_path):
    both, first = threading.Barrier(2, timeout=60), threading.Lock()

    def f(x):
        both.wait()
        if first.acquire(blocking=False):
            raise ZeroDivisionError
        return x

    with pytest.raises(ZeroDivisionError):
        bora.minimize(f, {"x": (0.0, 1.0)}, budget=2, workers=2, out=tmp_path / "run")
    assert bora.Optimizer(out=tmp_path / "run").result().trials == {"done": 1, "waiting": 1}


def test_an_executor_has_as_many_trials_as_workers():
    both = threading.Barrier(2, timeout=60)  # of two trials that run at the same time

    def f(x):
        both.wait()
        return x

    with ThreadPoolExecutor(2) as executor:
        assert bora.minimize(f, {"x": (0.0, 1.0)}, budget=4, executor=executor).trials == {"done": 4}
        with pytest.raises(ValueError, match="workers=0: expected at least 1"):
            bora.minimize(f, {"x": (0.0, 1.0)}, budget=4, executor=executor, workers=0)


def test_exceptions_are_failed_trials_only_if_caught():
    def f(x):
        if x < 0:
            raise ZeroDivisionError
        return math.nan if x < 0.1 else x

    with pytest.warns(UserWarning, match="of 8 trials have no value: f returned nan at"):
        result = bora.minimize(f, {"x": (-1.0, 1.0)}, budget=8, catch=(ZeroDivisionError,))
    assert result.trials["failed"] >= 1 and result.trials["done"] + result.trials["failed"] == 8 and result.value >= 0.1
    with pytest.raises(ZeroDivisionError):
        bora.minimize(f, {"x": (-1.0, 1.0)}, budget=8)


@pytest.mark.parametrize("value", [math.nan, {"value": math.inf, "size": 1}, np.float32("nan"), 1e200])
def test_a_function_without_finite_values_gives_a_warning(value):
    options = {"measured": "size<=2"} if isinstance(value, dict) else {}
    with pytest.warns(UserWarning) as caught:
        result = bora.maximize(lambda x: value, {"x": (0.0, 1.0)}, budget=3, **options)
    number = value["value"] if isinstance(value, dict) else value
    expected = f"3 of 3 trials have no value: f returned {number} at {{'x': "
    assert any(str(warning.message).startswith(expected) for warning in caught), [str(w.message) for w in caught]
    assert caught[0].filename == __file__ and result.value is None and result.trials == {"failed": 3}


def test_failed_trials_that_are_expected_give_a_warning_only_if_no_trial_has_a_value():
    def f(x):
        if x < least:
            raise ZeroDivisionError("below")
        return {"value": x, "size": None} if x < 0.5 else {"value": x, "size": 1}

    least = 2
    with pytest.warns(UserWarning, match="^2 of 2 trials have no value: ZeroDivisionError: below at {'x': "):
        bora.minimize(f, {"x": (0.0, 1.0)}, budget=2, catch=(ZeroDivisionError,), measured="size<=20")
    with pytest.warns(UserWarning, match="^2 of 2 trials have no value: f returned {'value': .*, 'size': None} at {'x': "):
        bora.minimize(lambda x: {"value": x, "size": None}, {"x": (0.0, 1.0)}, budget=2, measured="size<=20")
    mixed = iter([{"value": 1, "size": None}, {"value": math.nan, "size": 1}, {"value": 1, "size": 1}])
    with pytest.warns(UserWarning, match="^2 of 3 trials have no value: f returned nan at {'x': "):
        bora.minimize(lambda x: next(mixed), {"x": (0.0, 1.0)}, budget=3, measured="size<=20")
    least = 0.3
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        warnings.filterwarnings("ignore", message="the value of size|all .* trials meet|size|constraint")
        result = bora.minimize(f, {"x": (0.0, 1.0)}, budget=6, catch=(ZeroDivisionError,), measured="size<=20")
    assert result.trials["failed"] >= 1 and result.value >= 0.5


def test_per_second_tells_the_durations(tmp_path):
    def f(x):
        time.sleep(0.05)
        return x

    bora.minimize(f, {"x": (0.0, 1.0)}, budget=3, per_second=True, out=tmp_path / "run")
    bora.minimize(lambda x: {"value": f(x), "other": 1}, None, budget=2, out=tmp_path / "run")
    rows = list(csv.DictReader((tmp_path / "run" / "results.csv").open()))
    assert len(rows) == 5 and all(float(row["seconds"]) >= 0.05 for row in rows)
    optimiser = bora.Optimizer(out=tmp_path / "run")
    trial = optimiser.ask()[0]
    with pytest.raises(bora.Error, match="got 1 value, expected 2: value,seconds"):
        optimiser.tell(trial.number, 0.5)
    optimiser.tell(trial.number, 0.5, seconds=2)


def test_tell_takes_one_trial_and_numbers(tmp_path):
    optimiser = bora.Optimizer({"x": (0.0, 1.0)}, out=tmp_path / "run")
    trials = optimiser.ask(2)
    for number in (trials, trials[0], [trial.number for trial in trials]):
        with pytest.raises(TypeError, match="expected the number of one trial, as in"):
            optimiser.tell(number, 0.5)
    with pytest.raises(TypeError, match=r"value=\[0.5, 0.25\]: expected a number, or None for a failed trial"):
        optimiser.tell(trials[0].number, [0.5, 0.25])
    with pytest.raises(TypeError, match="loss='low': expected a number"):
        optimiser.tell(trials[0].number, {"loss": "low"})
    optimiser.tell(trials[0].number, np.float32(0.5))
    optimiser.tell(trials[1].number, None)
    assert optimiser.result().trials == {"done": 1, "failed": 1}


def test_results_in_another_form_name_the_function_and_the_point():
    def f(x):
        return results[len(results) - left.pop()]

    for results, options, error, words in ((["low"], {}, TypeError, "'low' at {'x': .*}: value='low': expected a number"),
                                           ([0.5], {"measured": "size<=2"}, bora.InputError, "0.5 at {'x': .*: got 1 value, expected 2"),
                                           ([{"value": 1}], {"measured": "size<=2"}, bora.InputError, "no field 'size'")):
        left = [1]
        with pytest.raises(error, match=f"^f returned .*{words}.*; f is test_results.*<locals>.f$"):
            bora.minimize(f, {"x": (0.0, 1.0)}, budget=1, **options)


def test_objectives_and_measured_constraints():
    result = bora.minimize(lambda x: {"a": x, "b": 1 - x}, {"x": (0.0, 1.0)}, budget=5,
                           objectives={"a": "minimise", "b": "minimise"})
    assert len(result.front) >= 2
    result = bora.minimize(lambda x: {"value": x, "low": x}, {"x": (0.0, 1.0)}, budget=10, measured=["low>=0.5"])
    assert 0.5 <= result.value < 0.8


def test_a_constraint_that_is_not_active_gives_a_warning():
    with pytest.warns(UserWarning, match="^constraint latency>=1: all 20 trials meet it, but the name suggests an upper "):
        bora.minimize(lambda x: {"value": x, "latency": 2 + x}, {"x": (0.0, 1.0)}, budget=20, optimiser="random",
                      measured=["latency>=1"])


def test_one_constraint_may_be_a_text():
    result = bora.minimize(lambda x: {"value": x, "size": x}, {"x": (0.0, 1.0)}, budget=5, constraints="x > 0.25",
                           measured="size<=0.75")
    assert 0.25 < result.best["x"] <= 0.75


def test_same_seed_same_points():
    points = [[trial.point for trial in bora.Optimizer({"x": bora.log(1e-3, 1)}, seed=5).ask(3)] for _ in range(2)]
    assert points[0] == points[1]


def test_a_finite_space_ends_the_search_with_its_best_point():
    with pytest.warns(UserWarning, match="ends after 3 of 20 trials: no further point was found that the space allows and"):
        result = bora.minimize(lambda a: (a - 2) ** 2, {"a": (1, 3)}, budget=20)
    assert result.trials == {"done": 3} and result.best == {"a": 2}


def test_numbers_of_numpy_keep_their_type():
    result = bora.minimize(lambda n, c: n + c, {"n": (np.int64(1), np.int64(3)), "c": list(np.arange(2))}, budget=6)
    assert result.best == {"n": 1, "c": 0}


def test_a_function_that_returns_nothing_is_named():
    def forgets(x):
        pass

    with pytest.raises(TypeError, match="f returned None at .*, expected a number from .*forgets"):
        bora.minimize(forgets, {"x": (0.0, 1.0)}, budget=3)


def test_the_direction_has_one_spelling():
    with pytest.raises(TypeError, match="maximise: set the direction by maximize=True"):
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=1, maximise=True)


def test_a_budget_of_nothing_is_refused():
    with pytest.raises(ValueError, match="budget=0"):
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=0)


@pytest.mark.parametrize("space, message", [
    ({"x": (5.0, -5.0)}, "x.bounds"), ({"x": "text"}, "space: x"), (None, "missing"),
    ({"x": ["a", None]}, "space: x: None"), ({"x": (0.0, math.inf)}, "space: x: inf"),
    ({"x": ("a", "b")}, r"space: x is the tuple \('a', 'b'\), but 'a' in it is not a number; expected .* a list of choices"),
    ({"x": (True, False)}, "True in it is not a number"), ({"x": (1, 2, 4)}, "it has 3 numbers; expected .*low, high"),
    ({"x": (1,)}, "it has 1 number;"), ({"x": []}, "space: x is an empty list; expected"),
    ({"x": [(1, 2), (3, 4)]}, r"space: x: \(1, 2\) in a list of choices"), ({"x": [[1], [2]]}, r"space: x: \[1\]"),
    ({"x": {1, 2}}, "space: x is {1, 2}; expected"), ({3: (0.0, 1.0)}, "space: 3 is not the name"),
    ([("x", 0.0, 1.0)], "space=.*expected a dictionary"), ({"x": ["a", "a"]}, "space: x.values: 'a' is given twice"),
])
def test_wrong_spaces_are_refused(space, message):
    with pytest.raises(ValueError, match=message):
        bora.minimize(lambda x: x, space, budget=3)


def test_wrong_parameters_and_options_are_refused():
    for make in (lambda: bora.real("a", 1), lambda: bora.log(1, None), lambda: bora.integer(1, "9")):
        with pytest.raises(ValueError, match="bounds .* is not a number"):
            make()
    for make in (bora.ordinal, bora.categorical):
        with pytest.raises(ValueError, match="values 'relu': expected a list of choices"):
            make("relu")
    with pytest.raises(bora.InputError, match="bo-opt: optimiser"):
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=3, optimiser="nosuch")
    with pytest.raises(bora.InputError, match="bo-opt: constraints: 'x = 1' has a single ="):
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=3, constraints=["x = 1"])
    Path("space.toml").write_text("[x]\ntype = 'real'\nbounds = [0, 1]\n")
    with pytest.raises(ValueError, match="constraints: space.toml holds those of its space"):
        bora.minimize(lambda x: x, "space.toml", budget=3, constraints="x > 0.5")
    with pytest.raises(bora.InputError, match="measured: 'x' is not valid"):
        bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=3, measured=["x"])


def test_a_value_that_is_not_finite_fails_its_trial_alone(tmp_path):
    values = iter([{"value": math.nan, "lat": 1}, {"value": np.float32(2), "lat": np.int64(1)}, {"value": 1, "lat": None},
                   {"value": 3, "lat": 1e200}])
    result = bora.minimize(lambda x: next(values), {"x": (0.0, 1.0)}, budget=4, measured=["lat<=2"], out=tmp_path / "run")
    assert result.trials == {"done": 1, "failed": 3} and result.value == 2


def test_a_stored_run_keeps_its_direction(tmp_path):
    bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=2, out=tmp_path / "run")
    with pytest.raises(ValueError, match="is one to minimise, not to maximise"):
        bora.maximize(lambda x: x, None, budget=1, out=tmp_path / "run")
    with pytest.raises(ValueError, match="seed"):
        bora.Optimizer(out=tmp_path / "run", seed=0)


def test_a_pair_of_neighbouring_whole_numbers_is_warned_of():
    with pytest.warns(UserWarning, match=r"x is one of the two whole numbers 0 and 1; \(0.0, 1.0\) means"):
        bora.minimize(lambda x: x, {"x": (0, 1)}, budget=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        bora.minimize(lambda x, n: x * n, {"x": (0.0, 1.0), "n": (0, 2)}, budget=1)


def test_a_list_of_two_numbers_is_warned_of():
    with pytest.warns(UserWarning, match=r"x is one of the two values 0.0 and 1.0; \(0.0, 1.0\) means the numbers between"):
        bora.minimize(lambda x: x, {"x": [0.0, 1.0]}, budget=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        bora.minimize(lambda **point: 1, {"batch": bora.categorical([32, 64]), "on": [True, False], "n": [1, 2, 3]}, budget=1)


def test_bounds_of_whole_numbers_are_whole():
    with pytest.raises(ValueError, match="expected whole numbers"):
        bora.integer(0.5, 3.9)


def test_a_result_says_what_it_is():
    def noisy(x, k=[0]):
        k[0] += 1
        return x * x + 3 * math.sin(37.0 * k[0])

    result = bora.minimize(noisy, {"x": (-1.0, 1.0)}, budget=30, seed=1)
    recommendation = result.summary["recommendation"]
    assert recommendation["point"] == result.recommended and recommendation["expected"] == result.expected
    assert "biased by noise; recommended" in repr(result)
    assert result.expected > result.value, "the smallest of noisy values was luck"

    exact = bora.minimize(lambda x: x, {"x": (0.0, 1.0)}, budget=4, seed=1)
    assert exact.recommended == exact.best and exact.expected == exact.value and "recommended" not in repr(exact)

    several = bora.minimize(lambda x: {"a": x, "b": -x}, {"x": (0.0, 1.0)}, budget=4, seed=1,
                            objectives={"a": "minimise", "b": "minimise"})
    assert f"{len(several.front)} trials on the Pareto front" in repr(several)

    none = bora.minimize(lambda x: {"value": x, "size": 2}, {"x": (0.0, 1.0)}, budget=3, seed=1, measured=["size<=1"])
    assert "no trial meets the constraints" in repr(none)
    failed = bora.minimize(lambda x: math.nan, {"x": (0.0, 1.0)}, budget=3, seed=1)
    assert "no trial has a value" in repr(failed)

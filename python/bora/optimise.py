"""Bayesian optimisation of functions of this process, by bo-opt."""
from __future__ import annotations

import contextlib
import json
import math
import numbers
import os
import tempfile
import time
import warnings
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Callable, Iterable, NamedTuple, Sequence

from ._commands import Error, InputError, call, repeat_warnings, to_arguments, warn_user
from .run import lock_folder, open_database

Point = dict[str, Any]
_SPACE = "python.toml"  # file of the run's folder that holds the space


def real(low: float, high: float, when: str | None = None) -> Point:
    """A real number in [low, high]. when: condition under which the parameter is active, e.g. "act == 'leaky'"."""
    return _parameter("real", bounds=_bounds(low, high), when=when)


def log(low: float, high: float, when: str | None = None) -> Point:
    """A real number in [low, high], low > 0, on a logarithmic scale."""
    return _parameter("log", bounds=_bounds(low, high), when=when)


def integer(low: int, high: int, log: bool = False, when: str | None = None) -> Point:
    """A whole number from low to high, both included; log: on a logarithmic scale."""
    if any(bound % 1 != 0 for bound in _bounds(low, high)):
        raise ValueError(f"bounds {low} and {high}: expected whole numbers")
    return _parameter("log-integer" if log else "integer", bounds=[int(low), int(high)], when=when)


def ordinal(values: Sequence[Any], when: str | None = None) -> Point:
    """One of several values in order."""
    return _parameter("ordinal", values=_choices(values), when=when)


def categorical(values: Sequence[Any], when: str | None = None) -> Point:
    """One of several values without order: texts, numbers or booleans."""
    return _parameter("categorical", values=_choices(values), when=when)


_FORMS = ("expected bora.real(), log(), integer(), ordinal(), categorical(), two numbers (low, high) or a list of choices "
          "[a, b, ...]")


def _is_number(value: Any) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _bounds(low: Any, high: Any) -> list[float]:
    for bound in (low, high):
        if not _is_number(bound):
            raise ValueError(f"bounds {low!r} and {high!r}: {bound!r} is not a number")
    return [float(low), float(high)]


def _choices(values: Any) -> list[Any]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ValueError(f"values {values!r}: expected a list of choices, such as ['relu', 'tanh'] or [1, 2, 4]")
    return list(values)


def _parameter(type_: str, **fields: Any) -> Point:
    return {"type": type_, **{name: value for name, value in fields.items() if value is not None}}


def _to_toml(space: dict[str, Any], constraints: Iterable[str]) -> str:
    """Returns a space as TOML. A value of `space` is the result of real(), log(), ..., a pair (low, high) of numbers,
    or a list of choices."""
    lines = [f"constraints = {json.dumps(list(constraints))}"]
    for name, parameter in space.items():
        if not isinstance(name, str):
            raise ValueError(f"space: {name!r} is not the name of a parameter, expected a text")
        if isinstance(parameter, tuple):
            parameter = _from_pair(name, parameter)
        elif isinstance(parameter, list):
            if not parameter:
                raise ValueError(f"space: {name} is an empty list; {_FORMS}")
            if len(parameter) == 2 and all(isinstance(value, numbers.Real) and not isinstance(value, bool)
                                           for value in parameter):
                low, high = parameter
                warnings.warn(f"space: {name} is one of the two values {low} and {high}; ({low}, {high}) means the "
                              f"numbers between them, and bora.categorical([{low}, {high}]) only these two",
                              stacklevel=2)
            parameter = categorical(parameter)
        if not isinstance(parameter, dict) or "type" not in parameter:
            raise ValueError(f"space: {name} is {parameter!r}; {_FORMS}")
        lines.append(f"[{json.dumps(name)}]")
        lines += [f"{key} = {_to_json(name, value)}" for key, value in parameter.items()]
    return "\n".join(lines) + "\n"


def _from_pair(name: str, pair: tuple[Any, ...]) -> Point:
    """Returns the parameter that a tuple means. Raises ValueError unless it is (low, high)."""
    wrong = [bound for bound in pair if not _is_number(bound)]
    if len(pair) != 2 or wrong:
        what = f"{wrong[0]!r} in it is not a number" if wrong else f"it has {len(pair)} number{'s' * (len(pair) != 1)}"
        raise ValueError(f"space: {name} is the tuple {pair!r}, but {what}; {_FORMS}")
    whole = all(isinstance(bound, numbers.Integral) for bound in pair)
    if whole and pair[1] - pair[0] == 1:
        warnings.warn(f"space: {name} is one of the two whole numbers {pair[0]} and {pair[1]}; "
                      f"({float(pair[0])}, {float(pair[1])}) means the numbers between them", stacklevel=3)
    return integer(*pair) if whole else real(*pair)


def _to_json(name: str, value: Any) -> str:
    """Returns a field of the parameter `name` as JSON, which is valid TOML for texts, finite numbers, booleans and
    lists of these. Raises ValueError for other values."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, (list, tuple, dict)):
                raise ValueError(f"space: {name}: {item!r} in a list of choices, expected finite numbers, texts or booleans")
        return f"[{', '.join(_to_json(name, item) for item in value)}]"
    value = value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value
    if not isinstance(value, (str, bool, int)) and not (isinstance(value, float) and math.isfinite(value)):
        raise ValueError(f"space: {name}: {value!r}, expected finite numbers, texts or booleans")
    return json.dumps(value, ensure_ascii=False)


def _to_float(name: str, value: Any) -> float | None:
    """Returns a result of a trial as a float. Raises TypeError unless it is a number or None."""
    try:
        return None if value is None else float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}={value!r}: expected a number, or None for a failed trial") from None


class Trial(NamedTuple):
    """A point to evaluate, and its number for tell()."""

    number: int
    point: Point


class Optimizer:
    """Proposes points one by one; the caller evaluates them.

    space: as in minimize().
    maximize: True if larger values are better; None: as in the run in `out`; in a new run, smaller values are better.
    objectives: several objectives, e.g. {"accuracy": "maximise", "seconds": "minimise"}; tell() then takes a
        dictionary.
    constraints: expressions in parameters, e.g. "width * depth <= 4096".
    measured: bounds on reported values, e.g. "latency<=20"; tell() then takes {"value": ..., "latency": ...}.
    out: folder of the run; Optimizer(out=...) without a space reopens it with its stored options. None: temporary.
    options: any other option of bo-opt, such as optimiser="tpe", acquisition="ei", seed=1."""

    _warns = True  # whether warnings of bo-opt about a new run are repeated

    def __init__(self, space: dict[str, Any] | str | os.PathLike[str] | None = None, *, maximize: bool | None = None,
                 objectives: dict[str, str] | None = None, constraints: Iterable[str] | str = (),
                 measured: Iterable[str] | str = (), out: str | os.PathLike[str] | None = None, **options: Any) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="bora-") if out is None else None
        self.folder = Path(self._temporary.name if self._temporary else out)
        self._begin: list[str] = []
        self.per_second = bool(options.get("per_second"))
        if given := {"maximise", "minimise"} & options.keys():
            raise TypeError(f"{min(given)}: set the direction by maximize=True or maximize=False")
        constraints = [constraints] if isinstance(constraints, str) else list(constraints)
        measured = [measured] if isinstance(measured, str) else list(measured)
        if (self.folder / "run.sqlite").exists():
            if space is not None:
                self._refuse_run()
            given = [name for name, value in {"objectives": objectives, "constraints": constraints or None,
                                              "measured": measured or None, **options}.items() if value is not None]
            if given:
                raise ValueError(f"{', '.join(given)}: the run in {self.folder} keeps its own; reopen it without")
            self._check_direction(maximize)
            self.per_second = "per-second = true" in self._stored("config").splitlines()
            return
        if space is None:
            raise ValueError("space: missing")
        if not isinstance(space, (dict, str, os.PathLike)):
            raise ValueError(f"space={space!r}: expected a dictionary of parameters by name, or the path of a TOML file")
        if constraints and not isinstance(space, dict):
            raise ValueError(f"constraints: {os.fspath(space)} holds those of its space; write them there")
        self._text = _to_toml(space, constraints) if isinstance(space, dict) else None
        file = Path(space) if self._text is None else self.folder / _SPACE
        goal = ([f"--objective={name}:{direction}" for name, direction in objectives.items()] if objectives
                else ["--maximise" if maximize else "--minimise"])
        self._begin = [f"--space={file}", *goal, *(f"--constraint={bound}" for bound in measured), *to_arguments(options)]

    def _refuse_run(self) -> None:
        """Raises FileExistsError if a run is stored in the folder."""
        if (self.folder / "run.sqlite").exists():
            raise FileExistsError(f"{self.folder}: a run is stored there; "
                                  "reopen it by Optimizer(out=...), without a space")

    def _check_direction(self, maximize: bool | None) -> None:
        """Raises ValueError if the stored run has one objective, with the other direction."""
        stored = json.loads(self._stored("objectives"))
        wanted = "maximise" if maximize else "minimise"
        if maximize is not None and len(stored) == 1 and wanted not in stored.values():
            raise ValueError(f"{self.folder}: the run there is one to {next(iter(stored.values()))}, not to {wanted}")

    def _stored(self, key: str) -> str:
        """Returns the value of a key in the table `run` of the stored run."""
        with contextlib.closing(open_database(self.folder)) as database:
            return str(database.execute("SELECT value FROM run WHERE key = ?", (key,)).fetchone()[0])

    def ask(self, count: int = 1) -> list[Trial]:
        """Returns the next trials. Trials whose result was not told yet count as running. The first call begins a new
        run, and raises FileExistsError if another object has begun one in the folder."""
        with lock_folder(self.folder, wait=True) if self._begin else contextlib.nullcontext():
            if self._begin:  # no other thread has begun the run meanwhile
                self._refuse_run()
                if self._text is not None:
                    (self.folder / _SPACE).write_text(self._text, "utf-8")
            try:
                output = call("bo-opt", "ask", *self._begin, f"--out={self.folder}", f"--count={count}",
                              warn=self._warns)
            finally:
                if (self.folder / "run.sqlite").exists():
                    self._begin = []
        return [Trial(entry["trial"], entry["point"]) for entry in map(json.loads, output.splitlines())]

    def waiting(self) -> list[Trial]:
        """Returns the trials whose result was not told yet, such as those of an interrupted session."""
        if not (self.folder / "run.sqlite").exists():
            return []
        with contextlib.closing(open_database(self.folder)) as database:
            rows = database.execute("SELECT number, point FROM trials WHERE status = 'waiting' ORDER BY number").fetchall()
        return [Trial(number, json.loads(point)) for number, point in rows]

    def tell(self, number: int, value: float | dict[str, float] | None, seconds: float | None = None) -> None:
        """Reports the result of a trial: a number, or a dictionary of objectives and measured values. The trial counts
        as failed if a value is None, not finite or above 1e150 in absolute value. seconds: duration of the trial,
        needed with per_second=True."""
        if not isinstance(number, numbers.Integral):
            raise TypeError(f"number={number!r}: expected the number of one trial, as in "
                            "`for trial in optimizer.ask(n): optimizer.tell(trial.number, value)`")
        given = {name: _to_float(name, each)
                 for name, each in (value if isinstance(value, dict) else {"value": value}).items()}
        if any(each is None or not abs(each) <= 1e150 for each in given.values()):
            text = "failed"
        elif isinstance(value, dict):
            timed = {} if seconds is None else {"seconds": float(seconds)}
            text = json.dumps({**timed, **given})
        else:
            words = [given["value"]] if seconds is None else [given["value"], float(seconds)]
            text = ",".join(repr(each) for each in words)
        call("bo-opt", "tell", str(number), text, f"--out={self.folder}")

    def result(self) -> Result:
        """Returns the result so far, and writes report.html, results.csv and summary.json into the folder. A warning of
        the report, such as of equal values of all trials, is repeated."""
        repeat_warnings(call("bo-opt", "report", f"--out={self.folder}"), stacklevel=2)
        summary = json.loads((self.folder / "summary.json").read_text("utf-8"))
        return Result(self.folder, summary, self)


class Result:
    """Result of an optimisation.

    best: the best point; value: its value; both None if no trial has a value that meets the constraints, and with several
        objectives. The best of noisy values is biased.
    recommended: the point to use: that of the best expected value if values are noisy, else `best`; expected: its
        expected value, else `value`.
    front: with several objectives, the trials of the Pareto front.
    trials: number of trials by status. interrupted: True after Ctrl-C."""

    def __init__(self, folder: Path, summary: dict[str, Any], owner: Optimizer | None = None) -> None:
        self.folder, self.summary, self._owner = folder, summary, owner  # the owner keeps a temporary folder alive
        best = summary["best"] or {}
        self.best: Point | None = best.get("point")
        self.value: float | None = next(iter(best.get("values", {}).values()), None)
        recommendation = summary["recommendation"] or {}
        self.recommended: Point | None = recommendation.get("point", self.best)
        self.expected: float | None = recommendation.get("expected", self.value)
        self.trials: dict[str, int] = summary["trials"]
        self.front: list[dict[str, Any]] = summary["front"]
        self.interrupted = False

    def __repr__(self) -> str:
        if self.front:
            found = f"{len(self.front)} trials on the Pareto front"
        elif self.best is None:
            found = "no trial meets the constraints" if self.summary.get("infeasible") else "no trial has a value"
        else:
            found = f"best {self.value} at {self.best}"
            if self.summary["recommendation"]:
                found += f", biased by noise; recommended {self.recommended}, expected {self.expected:.4g}"
        return f"<bora.Result: {found}; trials {self.trials}{'; interrupted' if self.interrupted else ''}>"


def _unusable(value: Any) -> Any:
    """Returns the first number in a value of a trial that is not finite or above 1e150 in absolute value; else None."""
    for each in value.values() if isinstance(value, dict) else [value]:
        with contextlib.suppress(TypeError, ValueError):  # tell() names values that are no numbers
            if each is not None and not abs(float(each)) <= 1e150:
                return each
    return None


def _name_of(f: Callable[..., Any]) -> str:
    return getattr(f, "__qualname__", type(f).__name__)


def _timed(f: Callable[..., Any], point: Point) -> tuple[Any, float]:
    """Returns f at a point, and the duration of the call in seconds."""
    begun = time.perf_counter()
    value = f(**point)
    return value, time.perf_counter() - begun


def minimize(f: Callable[..., Any], space: dict[str, Any] | str | os.PathLike[str] | None, budget: int = 100, *,
             workers: int | None = None, catch: tuple[type[Exception], ...] = (), executor: Executor | None = None,
             maximize: bool = False, out: str | os.PathLike[str] | None = None,
             callback: Callable[[int, Point, Any], None] | None = None, **options: Any) -> Result:
    """Minimises f over a space by Bayesian optimisation, in `budget` trials.

    f: gets the active parameters as keyword arguments and returns the value: a number, or with several objectives or
        measured constraints a dictionary. A trial has failed if a value is NaN, infinite or above 1e150 in absolute
        value, or None in a dictionary, or if f raises an exception of `catch`. A warning at the end states how many
        trials have no value, and the first reason, if a value was no finite number up to 1e150 or if no trial has one.
    space: {"lr": bora.log(1e-5, 1e-1), "units": (8, 256), "act": ["relu", "tanh"],
        "slope": bora.real(0, 1, when="act == 'relu'")}, or the path of a TOML file.
    workers: number of trials at the same time; None: the number of workers of an executor of concurrent.futures, else
        1.
    executor: runs the trials, e.g. a ProcessPoolExecutor; None: threads.
    catch: exceptions that mean a failed trial, which the search avoids; others end the search and are raised.
    out: folder of the run; None: temporary. With space=None, the run stored there is continued, by `budget` trials;
        those that an interruption or an exception has left without a result are repeated first.
    callback: is called with the number, the point and the value of each trial.
    options: as for Optimizer.

    Returns the result, also after Ctrl-C and if no trial has a value. Ends early after all points of a finite space were
    tried. Raises InputError for wrong options, TypeError or InputError for results of f in another form, and what f
    raises."""
    if budget < 1:
        raise ValueError(f"budget={budget}: expected at least 1")
    if workers is None:
        workers = getattr(executor, "_max_workers", None) or 1  # of concurrent.futures' own executors
    if workers < 1:
        raise ValueError(f"workers={workers}: expected at least 1")
    if space is not None:
        options["budget"] = budget  # bounds the number of initial points
    optimiser = Optimizer(space, maximize=maximize, out=out, **options)
    waiting = optimiser.waiting()  # of an interrupted session
    pool = executor or ThreadPoolExecutor(workers)
    running: dict[Future[Any], Trial] = {}
    begun, interrupted = 0, False
    unusable: list[str] = []  # reasons of trials whose value is not a finite number
    expected: list[str] = []  # reasons of those with an exception named by catch, or with None for a number

    def finish(done: Iterable[Future[Any]]) -> None:
        failure: BaseException | None = None  # raised after the values of the other trials are stored
        for future in sorted(done, key=lambda future: running[future].number):
            trial = running.pop(future)
            try:
                value, seconds = future.result()
            except catch as error:
                value, seconds = None, 0.0
                expected.append(f"{type(error).__name__}: {error} at {trial.point}")
            except Exception as error:
                failure = failure or error
                continue
            else:
                if value is None:
                    failure = failure or TypeError(f"f returned None at {trial.point}, expected a number from "
                                                   f"{_name_of(f)}; exceptions named by catch mean a failed trial")
                    continue
            if (number := _unusable(value)) is not None:
                unusable.append(f"f returned {number} at {trial.point}, expected a finite number up to 1e150")
            elif isinstance(value, dict) and None in value.values():
                expected.append(f"f returned {value} at {trial.point}, expected numbers")
            try:
                optimiser.tell(trial.number, value, seconds if optimiser.per_second else None)
            except (TypeError, InputError) as error:
                error.args = (f"f returned {value!r} at {trial.point}: {error}; f is {_name_of(f)}",)
                failure = failure or error
                continue
            if callback is not None:
                callback(trial.number, trial.point, value)
        if failure is not None:
            raise failure

    try:
        while begun < budget or running:
            while begun < budget and len(running) < workers:
                try:
                    trial = waiting.pop(0) if waiting else optimiser.ask()[0]
                except Error as error:
                    if begun == 0 or "no further point was found" not in str(error):
                        raise
                    warnings.warn(f"the search ends after {begun} of {budget} trials: no further point was found that "
                                  "the space allows and that was not tried", stacklevel=2)
                    budget = begun
                    break
                running[pool.submit(_timed, f, trial.point)] = trial
                begun += 1
            finish(wait(running, return_when=FIRST_COMPLETED).done)
    except KeyboardInterrupt:
        interrupted = True
    except Exception:
        with contextlib.suppress(Exception):  # stores the values of running trials; only the first exception is raised
            finish(wait(running).done)
        raise
    finally:
        if executor is None:
            pool.shutdown(wait=not interrupted, cancel_futures=True)
    result = optimiser.result()
    result.interrupted = interrupted
    without = unusable + expected
    if unusable or len(without) == begun > 0:
        warn_user(f"{len(without)} of {begun} trials have no value: {without[0]}")
    return result


def maximize(f: Callable[..., Any], space: dict[str, Any] | str | os.PathLike[str] | None, budget: int = 100,
             **options: Any) -> Result:
    """Maximises f; all parameters are as in minimize()."""
    return minimize(f, space, budget, maximize=True, **options)

"""Architecture search with a training function of this process, by bo-nas."""
from __future__ import annotations

import csv
import html
import inspect
import json
import math
import os
import selectors
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Callable

from ._commands import raise_error, repeat_warnings, to_arguments
from ._session import ADDRESS, Connection, Session
from .run import Estimate, Table, free_folder, open_database, read_table, remove_if_unused, show_report

Train = Callable[..., Any]


def _to_answer(value: Any, train: Train) -> dict[str, float]:
    """Returns the result of a training function as an answer to bo-nas. Raises ValueError if it is not valid, and
    TypeError if there is none."""
    if value is None or isinstance(value, dict) and value.get("accuracy", 0) is None:
        name = getattr(train, "__qualname__", type(train).__name__)
        what = "None" if value is None else "an accuracy of None"
        raise TypeError(f"train returned {what}: expected an accuracy in [0, 1] from {name}, or a dictionary of accuracy "
                        "and, if known, weights and loss; exceptions named by catch mean a failed trial")
    answer = dict(value) if isinstance(value, dict) else {"accuracy": value}
    if answer.get("accuracy") is None or answer.keys() - {"accuracy", "weights", "loss"}:
        raise ValueError(f"train returned {value!r}; expected an accuracy, or a dictionary of accuracy and, if known, "
                         "weights and loss")
    answer = {name: float(number) for name, number in answer.items() if number is not None}
    if not 0 <= answer["accuracy"] <= 1:
        raise ValueError(f"train returned an accuracy of {answer['accuracy']}, expected a share in [0, 1]")
    if not 0 <= answer.get("weights", 0) < math.inf:
        raise ValueError(f"train returned {answer['weights']:g} weights, expected their number")
    if not math.isfinite(answer.get("loss", 0)):  # the training diverged
        del answer["loss"]
    return answer


class _SearchSession(Session):
    """Runs bo-nas and trains the architectures that it requests: in the calling thread, or with several workers in
    threads.

    Ctrl-C or an exception interrupts bo-nas. Trials that are not finished then are repeated when the search is
    resumed."""

    def __init__(self, arguments: list[str], train: Train, workers: int, catch: tuple[type[Exception], ...],
                 callback: Callable[[int, str, Any], None] | None, quiet: bool) -> None:
        self._train, self._catch, self._callback = train, catch, callback
        self._takes_trial = "trial" in inspect.signature(train).parameters
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        self._open: list[Connection] = []
        try:
            super().__init__("bo-nas", arguments, None, quiet=quiet)
        finally:
            if self._pool is not None:
                self._pool.shutdown(wait=not self._stopped, cancel_futures=True)
            for connection in self._open:
                connection.close()

    def _evaluate(self, architecture: str, trial: int) -> dict[str, Any]:
        try:
            value = self._train(architecture, **({"trial": trial} if self._takes_trial else {}))
            answer: dict[str, Any] = _to_answer(value, self._train)
        except self._catch as error:
            value, answer = None, {"failure": f"{type(error).__name__}: {error}"}
        if self._callback is not None:
            self._callback(trial, architecture, value)
        return answer

    def _answer(self, connection: Connection) -> None:
        try:
            line = connection.questions.readline()
            if not line:
                return
            request = json.loads(line)
            answer = self._evaluate(request["architecture"], request["trial"])
            connection.answers.write(json.dumps(answer).encode() + b"\n")
            connection.answers.flush()
        except KeyboardInterrupt:
            self.interrupted = True
            self._stop()
        except Exception as error:
            if not self._stopped:  # after bo-nas has ended, writing an answer fails
                self._failure = error
                self._stop()

    def _accept(self, accepted: socket.socket, selector: selectors.BaseSelector) -> None:
        # Connections stay open until bo-nas ends, since one that is closed without an answer would be a failed trial.
        self._open.append(connection := Connection(accepted))
        if self._pool is not None:
            self._pool.submit(self._answer, connection)
        else:
            self._answer(connection)


class SearchRun:
    """An architecture search stored in a folder by bora.search.

    folder: path of the search. train: the training function, which resume() needs."""

    def __init__(self, folder: str | os.PathLike[str], train: Train | None = None, **how: Any) -> None:
        self.folder = Path(folder)
        if not (self.folder / "run.sqlite").exists():
            raise FileNotFoundError(f"{self.folder}: no search is stored there (run.sqlite is missing)")
        self._train, self._how = train, how

    def _facts(self) -> dict[str, str]:
        with closing(open_database(self.folder)) as database:
            return dict(database.execute("SELECT key, value FROM run"))

    @property
    def complete(self) -> bool:
        """True if the whole budget is used; otherwise resume() continues the search."""
        return self._facts()["status"] == "complete"

    @property
    def results(self) -> Any:
        """One row for each architecture that has ended: a pandas DataFrame where pandas is installed, else a Table."""
        return self._rows().to_pandas_if_installed()

    @property
    def best(self) -> str | None:
        """The architecture that the search chose; None while no trial has a value."""
        kept = self.folder / "best.txt"
        return kept.read_text("utf-8").strip() if kept.exists() else None

    @property
    def accuracy(self) -> Estimate | None:
        """Accuracy of the best architecture with its 95% Wilson interval; None if no trial has a value. It is biased
        upwards, as the largest of several."""
        for row in self._rows():
            if row["cell"] == self.best and row["accuracy"] is not None:
                n, z = int(self._facts()["validation"]), 1.959963984540054
                share = float(row["accuracy"])
                middle, scale = (share + z * z / (2 * n)) / (1 + z * z / n), z / (1 + z * z / n)
                half = scale * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
                return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
        return None

    def resume(self, train: Train | None = None, *, budget: int | None = None, quiet: bool = False) -> SearchRun:
        """Continues an unfinished search with its stored options, or any search with a larger budget.

        train: the training function; needed if this object was opened by SearchRun(folder)."""
        self._train = train or self._train
        if self._train is None:
            raise ValueError(f"{self.folder}: resume(train) needs the training function")
        workers = int(self._facts()["workers"])
        arguments = ["--resume", f"--out={self.folder}", *to_arguments({"budget": budget})]
        _run(arguments, self.folder, self._train, {"workers": workers, "catch": (), "callback": None, **self._how}, quiet)
        return self

    def report(self, show: bool = True) -> Path:
        """Returns the path of the HTML report and, if `show`, opens it in the notebook or in a browser."""
        self._refuse_without_report()
        return show_report(self.folder / "report.html", show)

    def _rows(self) -> Table:
        self._refuse_without_report()
        return read_table(self.folder / "results.csv")

    def _has_report(self) -> bool:
        return (self.folder / "results.csv").exists()

    def _refuse_without_report(self) -> None:
        if not self._has_report():
            raise FileNotFoundError(f"{self.folder}: the search was killed or is running, so its results are not written "
                                    "yet; resume() continues it")

    def __repr__(self) -> str:
        state = "complete" if self.complete else "unfinished"
        best = f"best {self.accuracy} by {self.best}" if self._has_report() else "no results written yet"
        return f"<bora.SearchRun {str(self.folder)!r}: {best}; {state}>"

    def _repr_html_(self) -> str:
        rows = [{name: row[name] for name in ("trial", "cell", "accuracy", "weights", "seconds", "failure")}
                for row in (self._rows() if self._has_report() else ())]
        return f"<p>{html.escape(repr(self))}</p>{Table(rows)._repr_html_()}"


def _run(arguments: list[str], folder: Path, train: Train, how: dict[str, Any], quiet: bool) -> None:
    session = _SearchSession(arguments, train, quiet=quiet, **how)
    if session.exit_code in (0, 3, 130) and (folder / "results.csv").exists():
        session.report_end()
        repeat_warnings(session.output, stacklevel=3, shown=session.messages)
        return
    if session.interrupted:  # before the search had begun
        raise KeyboardInterrupt
    raise_error("bo-nas", session.exit_code, session.messages)


def search(train: Train, space: str = "nb201", budget: int = 60, *, validation: int, strategy: str = "bowl",
           workers: int = 1, seed: int = 0, out: str | os.PathLike[str] | None = None,
           catch: tuple[type[Exception], ...] = (), callback: Callable[[int, str, Any], None] | None = None,
           quiet: bool = False, **options: Any) -> SearchRun:
    """Searches a space of architectures for the one with the largest accuracy, in `budget` trainings.

    train: gets an architecture as text (and the number of the trial if it has a parameter `trial`), and returns its
        accuracy on the validation inputs, a share in [0, 1]; or a dictionary of accuracy and, if known, weights (their
        number) and loss (of training). bora.networks makes torch modules from the texts of nb201.
    space: nb201, nb101, darts, cnn, mlp, mlp-training, random-graph, resnet, resnext-a, resnext-b or graph-network.
    validation: number of inputs on which accuracies are measured, from which their uncertainty follows.
    strategy: as --strategy of bo-nas. workers: number of trainings at the same time, in threads.
    out: folder of the search; None: the first free of bora-search-1, bora-search-2, ...
    catch: exceptions that mean a failed trial; others end the search and are raised. It can be resumed.
    callback: is called with the number, the architecture and the value of each trial.
    options: any other option of bo-nas, such as objectives="accuracy,parameters".

    Returns the search. After Ctrl-C it is unfinished and keeps all finished trials; SearchRun.resume() continues it.
    Raises InputError for wrong options, FileExistsError if `out` holds a search, and what train raises."""
    if not callable(train):
        raise TypeError(f"train: expected a function of an architecture, not {type(train).__name__}")
    folder = Path(out) if out is not None else free_folder("bora-search")
    if (folder / "run.sqlite").exists():
        raise FileExistsError(f"{folder}: a search is stored there; bora.SearchRun({str(folder)!r}).resume(train) "
                              "continues it")
    given = {"space": space, "data": ADDRESS, "validation": validation, "budget": budget, "strategy": strategy,
             "workers": workers, "seed": seed, "out": folder, **options}
    how = {"workers": workers, "catch": catch, "callback": callback}
    with remove_if_unused(folder, made=out is None):
        _run(to_arguments(given), folder, train, how, quiet)
    return SearchRun(folder, train, **how)

"""A sampler for Optuna that chooses points by bo-opt: optuna.create_study(sampler=BoraSampler())."""
from __future__ import annotations

import csv
import math
import numbers
import tempfile
from pathlib import Path
from typing import Any, Sequence

from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler, RandomSampler
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

from .._commands import Error
from ..optimise import Optimizer, categorical, integer, log, ordinal, real

Space = dict[str, BaseDistribution]


class _Proposer(Optimizer):
    """Optimizer for one trial, which would repeat its warnings at each."""

    _warns = False


def _step(distribution: FloatDistribution | IntDistribution, k: int) -> float | int:
    """Returns number k, from 0, of a distribution with steps, at most its upper bound. Rounding may put the last one
    above it (3 times 0.1 is above 0.3), and Optuna would replace such a number by a random one."""
    return min(distribution.low + k * distribution.step, distribution.high)


def _to_parameter(distribution: BaseDistribution, when: str | None) -> dict[str, Any]:
    """Returns a distribution as a parameter of a space. Choices of a categorical one become "c0", "c1", ...; a number
    with steps becomes an ordinal parameter."""
    if isinstance(distribution, CategoricalDistribution):
        return categorical([f"c{k}" for k in range(len(distribution.choices))], when)
    assert isinstance(distribution, (FloatDistribution, IntDistribution))
    low, high, step = distribution.low, distribution.high, distribution.step
    if isinstance(distribution, IntDistribution):
        if distribution.log or step == 1:
            return integer(low, high, distribution.log, when)
    elif step is None:
        return (log if distribution.log else real)(low, high, when)
    return ordinal([_step(distribution, k) for k in range(round((high - low) / step) + 1)], when)


def _to_text(value: Any, distribution: BaseDistribution) -> Any:
    """Returns a value of a trial as bo-opt has it: "c0", "c1", ... for choices, and the nearest step of a number with
    steps, since 0.3 of a trial may be 0.30000000000000004 in the list of steps."""
    if isinstance(distribution, CategoricalDistribution):
        return f"c{distribution.choices.index(value)}"
    if isinstance(distribution, FloatDistribution) and distribution.step is not None:
        return _step(distribution, round((value - distribution.low) / distribution.step))
    return value


def _from_text(value: Any, distribution: BaseDistribution) -> Any:
    if isinstance(distribution, CategoricalDistribution):
        return distribution.choices[int(value[1:])]
    return int(value) if isinstance(distribution, IntDistribution) else float(value)


def _own_names(space: Space) -> dict[str, str]:
    """Returns a name for each parameter that bo-opt accepts, since names in Optuna may be like "model.kind"."""
    return {name: f"p{k}" for k, name in enumerate(space)}


def _condition(name: str, trials: Sequence[FrozenTrial], space: Space, above: Sequence[str]) -> str | None:
    """Returns a condition on one of the parameters `above` that holds in exactly those trials in which `name` was
    suggested. Returns None if it was suggested in all trials, or if neither a set of choices nor a lower bound of one
    parameter separates the trials."""
    own = _own_names(space)
    with_it = [trial for trial in trials if name in trial.params]
    without = [trial for trial in trials if name not in trial.params]
    if not without:
        return None
    for other in above:
        if not all(other in trial.params for trial in with_it):
            continue
        present = {_to_text(trial.params[other], space[other]) for trial in with_it}
        absent = {_to_text(trial.params[other], space[other]) for trial in without if other in trial.params}
        if present & absent:
            continue
        if isinstance(space[other], CategoricalDistribution):
            return " || ".join(f"{own[other]} == '{value}'"
                               for value in sorted(present, key=lambda value: int(value[1:])))
        if absent and min(present) > max(absent):
            return f"{own[other]} >= {min(present)!r}"
    return None


class BoraSampler(BaseSampler):
    """Sampler by Bayesian optimisation, for studies with one objective.

    It learns the space from completed trials: which parameters they suggested, and for which choices or values of
    another parameter a parameter is suggested. A parameter that is suggested for the first time is drawn at random.
    Running trials get the mean value of the completed ones; failed and pruned trials and infinite values are ignored.
    After all points of a finite space were tried, points are drawn at random.

    startup: number of trials that are spread over the space before the model chooses; None: 2 (d + 1), at most 20.
    seed: of all random choices. options: those of bo-opt, such as optimiser="casmopolitan", acquisition="ei".
    Raises ValueError if startup or seed is not a whole number >= 0."""

    def __init__(self, startup: int | None = None, seed: int = 0, **options: Any) -> None:
        for name, value in {"startup": 0 if startup is None else startup, "seed": seed}.items():
            if not isinstance(value, numbers.Integral) or value < 0:
                raise ValueError(f"BoraSampler: {name}={value!r}: expected a whole number of 0 or more")
        self._startup, self._seed, self._options = startup, seed, options
        self._random = RandomSampler(seed=seed)
        self._proposed: dict[int, dict[str, Any]] = {}  # proposed point by trial; not all of it may be suggested yet

    def reseed_rng(self) -> None:
        self._random.reseed_rng()

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> Space:
        """Returns all parameters that completed trials suggested, with their latest distributions."""
        if len(study.directions) > 1:
            raise ValueError("BoraSampler: studies of several objectives are not supported; use bora.Optimizer")
        space: Space = {}
        for ended in study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,)):
            space |= ended.distributions
        return {name: distribution for name, distribution in space.items() if not distribution.single()}

    def sample_relative(self, study: Study, trial: FrozenTrial, search_space: Space) -> dict[str, Any]:
        if not search_space:
            return {}
        trials = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.RUNNING))
        ended = [entry for entry in trials if entry.value is not None and math.isfinite(entry.value)]
        if not ended:
            return {}
        maximise = study.direction == StudyDirection.MAXIMIZE
        startup = min(20, 2 * (len(search_space) + 1)) if self._startup is None else self._startup
        # Failed and pruned trials count; otherwise their points would be proposed again.
        begun = sum(entry.number < trial.number and (bool(entry.params) or entry.state == TrialState.RUNNING)
                    for entry in study.get_trials(deepcopy=False))
        with tempfile.TemporaryDirectory(prefix="bora-") as folder:
            options = dict(self._options)
            if begun < startup:
                count, chosen = startup, begun
            else:
                count, chosen = 1, 0
                options["warm_start"] = self._write_history(
                    Path(folder) / "history.csv", trials, {entry.number: entry.value for entry in ended}, trial,
                    search_space)
            seed = self._seed if count > 1 else self._seed + trial.number
            optimiser = _Proposer(self._make_space(ended, search_space), maximize=maximise, out=Path(folder) / "run",
                                  seed=seed, **options)
            try:
                asked = optimiser.ask(count)
            except Error as error:
                if "no further point was found" not in str(error):
                    raise
                return {}
            if chosen >= len(asked):  # the space has fewer points
                return {}
            point = asked[chosen].point
        proposed = {name: _from_text(point[own], search_space[name]) for name, own in _own_names(search_space).items()
                    if own in point}
        self._proposed[trial.number] = proposed
        return proposed

    def _make_space(self, ended: Sequence[FrozenTrial], search_space: Space) -> dict[str, Any]:
        # A condition may only use earlier parameters, so parameters of more trials come first.
        order = sorted(search_space, key=lambda name: -sum(name in trial.params for trial in ended))
        own = _own_names(search_space)
        return {own[name]: _to_parameter(search_space[name], _condition(name, ended, search_space, order[:at]))
                for at, name in enumerate(order)}

    def _write_history(self, path: Path, trials: Sequence[FrozenTrial], values: dict[int, float], present: FrozenTrial,
                       search_space: Space) -> Path:
        mean = sum(values.values()) / len(values)
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow([*_own_names(search_space).values(), "value"])
            for trial in trials:
                params = trial.params or self._proposed.get(trial.number, {})
                if trial.number == present.number or not params:
                    continue
                row = [_to_text(params[name], distribution) if name in params and
                       distribution._contains(distribution.to_internal_repr(params[name])) else ""
                       for name, distribution in search_space.items()]
                if trial.number in values or trial.state == TrialState.RUNNING:
                    writer.writerow([*row, repr(values.get(trial.number, mean))])
        return path

    def sample_independent(self, study: Study, trial: FrozenTrial, param_name: str,
                           param_distribution: BaseDistribution) -> Any:
        """Draws a parameter at random that is not in the learnt space."""
        return self._random.sample_independent(study, trial, param_name, param_distribution)

import math
import warnings

import pytest

optuna = pytest.importorskip("optuna")
from bora.integration.optuna import BoraSampler, _own_names  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.WARNING)


def conditional(trial):
    kind = trial.suggest_categorical("kind", ["svm", None])
    rate = trial.suggest_float("rate", 1e-4, 1, log=True)
    value = (math.log10(rate) + 2) ** 2
    if kind == "svm":
        return value + (trial.suggest_float("c", 0, 1) - 0.3) ** 2
    return value + 0.1 + abs(trial.suggest_int("n", 1, 9, step=2) - 5) * 0.1


def test_a_study_with_conditions_ends_near_the_optimum():
    study = optuna.create_study(sampler=BoraSampler(seed=1))
    study.optimize(conditional, n_trials=25)
    assert study.best_value < 0.01 and study.best_params["kind"] == "svm"


def test_conditions_are_learnt():
    study = optuna.create_study(sampler=BoraSampler(startup=100, seed=2), direction="maximize")
    study.optimize(lambda trial: -conditional(trial), n_trials=12)
    sampler = study.sampler
    space = sampler.infer_relative_search_space(study, None)
    made, own = sampler._make_space(study.trials, space), _own_names(space)
    assert made[own["c"]]["when"] == f"{own['kind']} == 'c0'" and made[own["n"]]["when"] == f"{own['kind']} == 'c1'"
    assert "when" not in made[own["rate"]]


def test_values_outside_a_narrower_range_give_no_warning():
    study = optuna.create_study(sampler=BoraSampler(startup=0))
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        study.optimize(lambda trial: trial.suggest_float("x", 0, 1 if trial.number else 9) - trial.number, n_trials=4)
    assert len(study.trials) == 4


def test_several_objectives_are_refused():
    study = optuna.create_study(directions=["minimize", "minimize"], sampler=BoraSampler())
    with pytest.raises(ValueError, match="several objectives"):
        study.optimize(lambda trial: (trial.suggest_float("x", 0, 1), 1), n_trials=2)


@pytest.mark.parametrize("wrong", [{"startup": -1}, {"startup": 2.5}, {"seed": None}, {"seed": -1}])
def test_wrong_settings_are_refused_at_once(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}=.*expected a whole number"):
        BoraSampler(**wrong)


def test_startup_of_nothing_lets_the_model_choose_from_the_second_trial_on(monkeypatch):
    histories = []
    write = BoraSampler._write_history
    monkeypatch.setattr(BoraSampler, "_write_history", lambda *given: histories.append(1) or write(*given))
    study = optuna.create_study(sampler=BoraSampler(startup=0))
    study.optimize(lambda trial: trial.suggest_float("x", -1, 1) ** 2, n_trials=3)
    assert len(histories) == 2


def test_a_study_goes_on_when_every_point_of_its_space_was_tried():
    study = optuna.create_study(sampler=BoraSampler())
    study.optimize(lambda trial: trial.suggest_categorical("x", [3, 1, 2]), n_trials=8)
    assert len(study.trials) == 8 and study.best_value == 1


def test_numbers_with_steps_that_were_enqueued_are_known(monkeypatch):
    written = []
    write = BoraSampler._write_history

    def kept(*given):
        written.append(write(*given).read_text().splitlines()[1:])
        return given[1]

    monkeypatch.setattr(BoraSampler, "_write_history", kept)
    study = optuna.create_study(sampler=BoraSampler(startup=3))
    for x in (0.1, 0.2, 0.3, 0.6, 0.7, 0.9):
        study.enqueue_trial({"x": x})
    study.optimize(lambda trial: (trial.suggest_float("x", 0, 1, step=0.1) - 0.35) ** 2, n_trials=11)
    assert "0.30000000000000004," in " ".join(written[-1]), "as in the list of steps"
    assert len({round(trial.params["x"], 6) for trial in study.trials}) == 11, "no point is tried twice"


def test_a_condition_on_a_number_with_steps_holds_for_the_listed_step():
    def objective(trial):
        x = trial.suggest_float("x", 0.3, 0.5, step=0.01)
        return x + (trial.suggest_float("y", 0, 1) if x > 0.335 else 0)

    study = optuna.create_study(sampler=BoraSampler(startup=100))
    for x in (0.3, 0.32, 0.34, 0.4):
        study.enqueue_trial({"x": x})
    study.optimize(objective, n_trials=4)
    space = study.sampler.infer_relative_search_space(study, None)
    made, own = study.sampler._make_space(study.trials, space), _own_names(space)
    assert made[own["x"]]["values"][4] < 0.34
    assert made[own["y"]]["when"] == f"{own['x']} >= {made[own['x']]['values'][4]!r}"


def test_the_last_step_is_proposed_within_the_bound(monkeypatch):
    proposed = []
    sample = BoraSampler.sample_relative
    monkeypatch.setattr(BoraSampler, "sample_relative",
                        lambda *given: proposed.append(sample(*given)) or proposed[-1])
    study = optuna.create_study(sampler=BoraSampler(startup=4))
    study.optimize(lambda trial: abs(trial.suggest_float("y", 0, 1) - 0.4) - trial.suggest_float("x", 0, 0.3, step=0.1),
                   n_trials=10)
    assert any(point.get("x") == 0.3 for point in proposed)
    assert all(point == trial.params for point, trial in zip(proposed[1:], study.trials[1:]))

#!/usr/bin/env python3
"""Runs samplers of Optuna, and BoraSampler, on six studies as its users write them, and appends to a CSV.

  samplers.py --samplers bora,tpe --seeds 100-119 --out samplers.csv       (needs optuna, scikit-learn; gp: torch)
  ../optimisers/medians.py --of bora --at 20,40,60 samplers.csv            makes the table

Three studies train models of scikit-learn: `classifier` is that of Optuna's README on digits in place of iris. The
others are functions: `network` has the space of Optuna's examples for networks, `vessel` is the pressure vessel of
Kannan and Kramer 1994 with penalties. Column regret: the best value so far, less the minimum where that is known.
"""
import argparse, csv, functools, math, os, sys, warnings
from pathlib import Path

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python"))
warnings.filterwarnings("ignore")
import numpy as np
import optuna


@functools.lru_cache
def data(name):
    import sklearn.datasets

    inputs, targets = getattr(sklearn.datasets, f"load_{name}")(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(inputs))[:442]
    return inputs[order], targets[order]


def classifier(trial):
    """Error in 3-fold cross-validation. Conditional: svc_c or rf_max_depth."""
    import sklearn.ensemble, sklearn.model_selection, sklearn.svm

    if trial.suggest_categorical("classifier", ["SVC", "RandomForest"]) == "SVC":
        model = sklearn.svm.SVC(C=trial.suggest_float("svc_c", 1e-10, 1e10, log=True), gamma="auto")
    else:
        depth = trial.suggest_int("rf_max_depth", 2, 32, log=True)
        model = sklearn.ensemble.RandomForestClassifier(max_depth=depth, n_estimators=10, random_state=0)
    return 1 - sklearn.model_selection.cross_val_score(model, *data("digits"), cv=3).mean()


def regressor(trial):
    """Mean squared error, share of the variance, of a support vector machine. Conditional: gamma, degree, coef0."""
    import sklearn.svm

    inputs, targets = data("diabetes")
    inputs, targets = inputs / inputs.std(0), (targets - targets.mean()) / targets.std()
    kernel = trial.suggest_categorical("kernel", ["linear", "rbf", "poly", "sigmoid"])
    more = {} if kernel == "linear" else {"gamma": trial.suggest_float("gamma", 1e-5, 10, log=True)}
    if kernel == "poly":
        more.update(degree=trial.suggest_int("degree", 2, 4), coef0=trial.suggest_float("coef0", 0, 2))
    model = sklearn.svm.SVR(kernel=kernel, C=trial.suggest_float("c", 1e-3, 1e3, log=True),
                            epsilon=trial.suggest_float("epsilon", 1e-3, 1, log=True), max_iter=20000, **more)
    return float(np.mean((model.fit(inputs[:300], targets[:300]).predict(inputs[300:]) - targets[300:]) ** 2))


def boosting(trial):
    """Mean squared error, share of the variance, of boosted trees: integers, categories, a log scale."""
    import sklearn.ensemble

    inputs, targets = data("diabetes")
    targets = (targets - targets.mean()) / targets.std()
    model = sklearn.ensemble.GradientBoostingRegressor(
        n_estimators=trial.suggest_int("n_estimators", 5, 60), max_depth=trial.suggest_int("max_depth", 1, 6),
        learning_rate=trial.suggest_float("learning_rate", 1e-3, 1, log=True),
        subsample=trial.suggest_float("subsample", 0.3, 1), min_samples_leaf=trial.suggest_int("leaf", 1, 64, log=True),
        max_features=trial.suggest_categorical("max_features", ["sqrt", "log2", None]),
        loss=trial.suggest_categorical("loss", ["squared_error", "absolute_error", "huber"]), random_state=0)
    return float(np.mean((model.fit(inputs[:300], targets[:300]).predict(inputs[300:]) - targets[300:]) ** 2))


def network(trial):
    """A made-up loss of a network. Conditional: units and dropout of layers 2 and 3, momentum of SGD. Minimum 0."""
    layers = trial.suggest_int("n_layers", 1, 3)
    value = 0.3 * abs(layers - 2)
    for layer in range(layers):
        best = [5.5, 4.0, 3.0][layer]
        value += 0.1 * (math.log(trial.suggest_int(f"n_units_l{layer}", 4, 512, log=True) / round(math.exp(best)))) ** 2
        value += (trial.suggest_float(f"dropout_l{layer}", 0.1, 0.5) - 0.2 - 0.1 * (layer == 1)) ** 2
    optimiser = trial.suggest_categorical("optimizer", ["Adam", "RMSprop", "SGD"])
    rate = math.log10(trial.suggest_float("lr", 1e-5, 1e-1, log=True))
    if optimiser == "SGD":
        momentum = trial.suggest_float("momentum", 0, 0.99)
        return value + 0.05 + 0.1 * (rate + 1.5 + math.log10(1 / (1.001 - momentum))) ** 2
    return value + (0.1 if optimiser == "RMSprop" else 0) + 0.1 * (rate + 3) ** 2


def hartmann6(trial):
    x = np.array([trial.suggest_float(f"x{j}", 0, 1) for j in range(6)])
    a = np.array([[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]])
    p = np.array([[1312, 1696, 5569, 124, 8283, 5886], [2329, 4135, 8307, 3736, 1004, 9991],
                  [2348, 1451, 3522, 2883, 3047, 6650], [4047, 8828, 8732, 5743, 1091, 381]]) * 1e-4
    return float(3.32236801 - np.array([1, 1.2, 3, 3.2]) @ np.exp(-(a * (x - p) ** 2).sum(1)))


def vessel(trial):
    """Cost in thousands, plus 100 times each constraint's share of violation. Two whole numbers of sixteenths of an inch."""
    shell, head = (trial.suggest_int(name, 1, 99) / 16 for name in ("shell", "head"))
    radius, length = trial.suggest_float("radius", 10, 200), trial.suggest_float("length", 10, 240)
    cost = (0.6224 * shell * radius * length + 1.7781 * head * radius**2 + 3.1661 * shell**2 * length +
            19.84 * shell**2 * radius) / 1000
    volume = math.pi * radius**2 * length + 4 / 3 * math.pi * radius**3
    over = [0.0193 * radius / shell - 1, 0.00954 * radius / head - 1, 1 - volume / 1296000]
    return cost + sum(100 * max(0, share) for share in over)


STUDIES = [classifier, regressor, boosting, network, hartmann6, vessel]


def make_sampler(name, seed):
    if name == "bora":
        from bora.integration.optuna import BoraSampler

        return BoraSampler(seed=seed)
    return {"tpe": optuna.samplers.TPESampler, "gp": optuna.samplers.GPSampler,
            "random": optuna.samplers.RandomSampler}[name](seed=seed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samplers", default="bora,tpe", help="of bora, tpe, gp, random")
    parser.add_argument("--studies", default=",".join(study.__name__ for study in STUDIES))
    parser.add_argument("--seeds", default="0-4", help="FIRST-LAST")
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--out", required=True, help="CSV; what it holds already is not run again")
    options = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    done = set()
    if Path(options.out).exists():
        with open(options.out, newline="") as file:
            done = {(row["problem"], row["optimiser"], int(row["seed"])) for row in csv.DictReader(file)}
    else:
        Path(options.out).write_text("problem,optimiser,seed,evaluation,regret\n")
    first, last = map(int, options.seeds.split("-"))
    studies = {study.__name__: study for study in STUDIES}
    for seed in range(first, last + 1):
        for problem in options.studies.split(","):
            for sampler in options.samplers.split(","):
                if (problem, sampler, seed) in done:
                    continue
                study = optuna.create_study(sampler=make_sampler(sampler, seed))
                study.optimize(studies[problem], n_trials=options.trials)
                values = [trial.value for trial in study.trials]
                with open(options.out, "a", newline="") as file:
                    csv.writer(file).writerows([problem, sampler, seed, at, f"{min(values[:at]):.9g}"]
                                               for at in range(20, options.trials + 1, 20))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Runs optimisers of other projects on the problems of optimiser_study and appends to its CSV.

  peers.py --study build/release/bin/optimiser_study --problems branin,func2c --optimisers botorch,optuna-tpe --seeds 100-104
           --budget 100 --out study.csv

Each run has one thread; --jobs runs at a time. A run that the CSV holds already is not repeated. `optimiser_study --out study.csv`
prints the table of both. A problem NAME~SD adds normal noise of that standard deviation to what is told; the regret is
the true one of the point with the best value told. Problems trainers.py:NAME are programs that train (trainers.py).
zdt1:DIMENSION has two objectives (Zitzler, Deb and Thiele 2000; bo-opt, random and Optuna's): its regret is what the
hypervolume beyond (1.1, 1.1) lacks of the best possible one.
"""
import argparse, csv, json, multiprocessing, os, subprocess, sys, time, warnings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
warnings.filterwarnings("ignore")
import numpy as np


class Problem:
    """A problem that optimiser_study evaluates: categories first, then numbers."""

    def __init__(self, study, name):
        command = [study, "--serve", name]
        if name.startswith("trainers.py:"):
            command = [sys.executable, os.path.join(os.path.dirname(__file__), "trainers.py"), name.partition(":")[2]]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = json.loads(self.process.stdout.readline())
        self.levels, self.lower, self.upper = said["levels"], np.array(said["lower"]), np.array(said["upper"])
        self.minimum, self.dimension = said["minimum"], len(said["levels"]) + len(said["lower"])
        self.constrained = said.get("constraints", 0) > 0

    def value(self, point):
        self.process.stdin.write(" ".join(repr(float(x)) for x in point) + "\n")
        self.process.stdin.flush()
        value, *self.constraints = map(float, self.process.stdout.readline().split())  # of the point, each met where <= 0
        return value

    def from_unit(self, categories, unit):
        return np.concatenate([np.asarray(categories, float), self.lower + np.asarray(unit) * (self.upper - self.lower)])


class Zdt1:
    """Two objectives; the best front is f1 = 1 - sqrt(f0)."""

    minimum, reference, constrained, constraints = 0, 1.1, False, []

    def __init__(self, d):
        self.levels, self.lower, self.upper, self.dimension, self.seen = [], np.zeros(d), np.ones(d), d, []

    def value(self, x):
        g = 1 + 9 * np.mean(x[1:])
        return float(x[0]), float(g * (1 - np.sqrt(x[0] / g)))

    def from_unit(self, categories, unit):
        return np.asarray(unit, float)

    def shortfall(self, values):
        """Adds `values` to those seen; returns by how much their hypervolume falls short of the largest possible."""
        self.seen.append(values)
        volume, low = 0.0, self.reference
        for f0, f1 in sorted(self.seen):
            if f0 < self.reference and f1 < low:
                volume, low = volume + (self.reference - f0) * (low - f1), f1
        return 0.11 + 0.1 + 2 / 3 - volume


def initial_count(problem):
    return min(2 * (problem.dimension + 1), 20)


class BoTorch:
    """SingleTaskGP with BoTorch's defaults and LogEI; MixedSingleTaskGP and alternating search where there are categories."""

    acquisition = "log_ei"

    batch = 1

    def __init__(self, problem, seed):
        import torch
        from torch.quasirandom import SobolEngine

        torch.set_num_threads(1)
        torch.manual_seed(seed)
        self.torch, self.problem = torch, problem
        sobol = SobolEngine(problem.dimension, scramble=True, seed=seed).draw(initial_count(problem)).double()
        for i, levels in enumerate(problem.levels):
            sobol[:, i] = torch.floor(sobol[:, i] * levels)
        self.design, self.X, self.y = list(sobol), [], []

    def ask(self):
        if self.design:
            return self.point(self.design.pop(0))
        from botorch.acquisition import LogExpectedImprovement, qLogNoisyExpectedImprovement
        from botorch.fit import fit_gpytorch_mll
        from botorch.models import MixedSingleTaskGP, SingleTaskGP
        from botorch.models.transforms import Standardize
        from botorch.optim import optimize_acqf
        from gpytorch.mlls import ExactMarginalLogLikelihood

        torch, problem = self.torch, self.problem
        X = torch.stack(self.X)
        Y = torch.tensor(self.y, dtype=torch.double).unsqueeze(-1)
        n_h = len(problem.levels)
        if n_h:
            model = MixedSingleTaskGP(X, Y, cat_dims=list(range(n_h)), outcome_transform=Standardize(1))
        else:
            model = SingleTaskGP(X, Y, outcome_transform=Standardize(1))
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        if self.acquisition == "log_ei":
            acquisition = LogExpectedImprovement(model, best_f=Y.max())
        else:
            acquisition = qLogNoisyExpectedImprovement(model, X_baseline=X)
        upper = [levels - 1.0 for levels in problem.levels] + [1.0] * len(problem.lower)
        bounds = torch.tensor([[0.0] * problem.dimension, upper], dtype=torch.double)
        if n_h:
            from botorch.optim.optimize_mixed import optimize_acqf_mixed_alternating

            found, _ = optimize_acqf_mixed_alternating(
                acquisition, bounds, cat_dims={i: list(range(levels)) for i, levels in enumerate(problem.levels)},
                q=1, num_restarts=10, raw_samples=512)
        else:
            # The points of a batch one after the other, as BoTorch's documentation advises for large batches.
            found, _ = optimize_acqf(acquisition, bounds, q=self.batch, num_restarts=10, raw_samples=512, sequential=True)
        if self.batch > 1:
            self.found = list(found.detach())
            return self.point(self.found.pop(0))
        return self.point(found[0].detach())

    def ask_batch(self, q):
        """q points for `tell_batch`."""
        asked, points, self.found, self.batch = [], [], [], q
        for _ in range(q):
            if self.found:
                points.append(self.point(self.found.pop(0)))
            else:  # a first batch may be larger than the design
                points.append(self.ask() if self.design or self.X else self.fallback())
            asked.append(self.asked)
            self.batch = q - len(points)
        self.asked_batch, self.batch = asked, 1
        return points

    def tell_batch(self, values):
        for self.asked, value in zip(self.asked_batch, values):
            self.tell(value)

    def fallback(self):
        x = self.torch.rand(self.problem.dimension, dtype=self.torch.double)
        for i, levels in enumerate(self.problem.levels):
            x[i] = self.torch.floor(x[i] * levels)
        return self.point(x)

    def point(self, x):
        self.asked = x
        n_h = len(self.problem.levels)
        return self.problem.from_unit(x[:n_h].numpy(), x[n_h:].numpy())

    def tell(self, value):
        self.X.append(self.asked)
        self.y.append(-value)


class BoTorchNoisy(BoTorch):
    """The same with qLogNEI."""

    acquisition = "log_nei"


class Turbo(BoTorch):
    """TuRBO-1 with the settings of BoTorch's tutorial, one point at a time: Matern-5/2 ARD, Thompson sampling."""

    def __init__(self, problem, seed):
        if problem.levels:
            raise SystemExit("peers.py: turbo takes no categories")
        super().__init__(problem, seed)
        self.open()

    def open(self):
        self.length, self.successes, self.failures, self.first = 0.8, 0, 0, len(self.y)

    def ask(self):
        if self.design:
            return self.point(self.design.pop(0))
        from gpytorch.constraints import Interval
        from gpytorch.kernels import MaternKernel, ScaleKernel
        from gpytorch.likelihoods import GaussianLikelihood
        from gpytorch.mlls import ExactMarginalLogLikelihood
        from botorch.fit import fit_gpytorch_mll
        from botorch.generation import MaxPosteriorSampling
        from botorch.models import SingleTaskGP
        from torch.quasirandom import SobolEngine

        torch, d = self.torch, self.problem.dimension
        X = torch.stack(self.X[self.first:])
        y = torch.tensor(self.y[self.first:], dtype=torch.double)
        Y = ((y - y.mean()) / y.std()).unsqueeze(-1)
        kernel = ScaleKernel(MaternKernel(nu=2.5, ard_num_dims=d, lengthscale_constraint=Interval(0.005, 4.0)))
        model = SingleTaskGP(X, Y, covar_module=kernel, likelihood=GaussianLikelihood(noise_constraint=Interval(1e-8, 1e-3)),
                             outcome_transform=None)
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        centre = X[Y.argmax()]
        weights = model.covar_module.base_kernel.lengthscale.squeeze(0).detach().reshape(-1)
        weights = weights / weights.mean()
        weights = weights / torch.prod(weights.pow(1.0 / d))
        low = torch.clamp(centre - weights * self.length / 2, 0, 1)
        high = torch.clamp(centre + weights * self.length / 2, 0, 1)
        count = min(5000, max(2000, 200 * d))
        drawn = low + (high - low) * SobolEngine(d, scramble=True).draw(count).double()
        mask = torch.rand(count, d) <= min(20.0 / d, 1.0)
        empty = torch.where(mask.sum(dim=1) == 0)[0]
        mask[empty, torch.randint(0, d, (len(empty),))] = True
        candidates = torch.where(mask, drawn, centre.expand(count, d))
        with torch.no_grad():
            found = MaxPosteriorSampling(model=model, replacement=False)(candidates, num_samples=1)
        return self.point(found[0])

    def tell(self, value):
        best = max(self.y[self.first:], default=None)
        chosen = not self.design and len(self.y) - self.first >= initial_count(self.problem)
        super().tell(value)
        if not chosen:
            return
        better = -value > best + 1e-3 * abs(best)
        self.successes = self.successes + 1 if better else 0
        self.failures = 0 if better else self.failures + 1
        if self.successes == 10:
            self.length, self.successes = min(2 * self.length, 1.6), 0
        elif self.failures == max(4, self.problem.dimension):
            self.length, self.failures = self.length / 2, 0
        if self.length < 0.5**7:
            from torch.quasirandom import SobolEngine

            self.open()
            self.design = list(SobolEngine(self.problem.dimension, scramble=True).draw(initial_count(self.problem)).double())


class Optuna:
    """Optuna's samplers with their defaults, with constraints where the problem has some."""

    sampler, settings, takes_constraints = "TPESampler", {}, True

    def __init__(self, problem, seed):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.problem = problem
        constraints = {"constraints_func": lambda trial: trial.user_attrs["constraints"]} if problem.constrained else {}
        self.study = optuna.create_study(directions=["minimize"] * (2 if isinstance(problem, Zdt1) else 1), sampler=getattr(optuna.samplers, self.sampler)(seed=seed, **self.settings, **constraints))
        spaces = {f"c{i}": optuna.distributions.CategoricalDistribution(list(range(levels))) for i, levels in enumerate(problem.levels)}
        spaces.update({f"x{j}": optuna.distributions.FloatDistribution(0, 1) for j in range(len(problem.lower))})
        self.spaces = spaces

    def ask(self):
        self.trial = self.study.ask(self.spaces)
        values = [self.trial.params[name] for name in self.spaces]
        n_h = len(self.problem.levels)
        return self.problem.from_unit(values[:n_h], values[n_h:])

    def tell(self, value):
        if self.problem.constrained:
            self.trial.set_user_attr("constraints", self.problem.constraints)
        self.study.tell(self.trial, value)

    def ask_batch(self, q):
        asked = [(self.ask(), self.trial) for _ in range(q)]
        self.trials = [trial for _, trial in asked]
        return [point for point, _ in asked]

    def tell_batch(self, values):
        for self.trial, value in zip(self.trials, values):
            self.tell(value)


class OptunaLiar(Optuna):
    """TPESampler with constant_liar, which its documentation advises for parallel trials."""

    settings = {"constant_liar": True}


class OptunaGP(Optuna):
    """GPSampler."""

    sampler = "GPSampler"


class Smac:
    """SMAC3: its facade for black boxes (a Gaussian process), for categories the one with a random forest."""

    def __init__(self, problem, seed):
        import logging, tempfile
        from pathlib import Path
        import ConfigSpace as cs
        from smac import BlackBoxFacade, HyperparameterOptimizationFacade, Scenario

        logging.disable(logging.CRITICAL)
        self.problem = problem
        space = cs.ConfigurationSpace(seed=seed)
        for i, levels in enumerate(problem.levels):
            space.add(cs.CategoricalHyperparameter(f"c{i}", list(range(levels))))
        for j in range(len(problem.lower)):
            space.add(cs.UniformFloatHyperparameter(f"x{j}", 0, 1))
        self.folder = tempfile.TemporaryDirectory()
        facade = HyperparameterOptimizationFacade if problem.levels else BlackBoxFacade
        scenario = Scenario(space, deterministic=True, n_trials=100000, seed=seed, output_directory=Path(self.folder.name))
        # The same number of initial points as the other optimisers have.
        design = facade.get_initial_design(scenario, n_configs=initial_count(problem), max_ratio=1.0)
        self.smac = facade(scenario, lambda config, seed=0: 0, initial_design=design, overwrite=True, logging_level=False)

    def ask(self):
        self.info = self.smac.ask()
        config = self.info.config
        return self.problem.from_unit([config[f"c{i}"] for i in range(len(self.problem.levels))],
                                      [config[f"x{j}"] for j in range(len(self.problem.lower))])

    def tell(self, value):
        from smac.runhistory.dataclasses import TrialValue

        self.smac.tell(self.info, TrialValue(cost=value))


class Hebo:
    """HEBO with its defaults."""

    def __init__(self, problem, seed):
        import pandas
        from hebo.design_space.design_space import DesignSpace
        from hebo.optimizers.hebo import HEBO

        np.random.seed(seed)
        self.problem = problem
        space = [{"name": f"c{i}", "type": "cat", "categories": list(range(levels))} for i, levels in enumerate(problem.levels)]
        space += [{"name": f"x{j}", "type": "num", "lb": 0, "ub": 1} for j in range(len(problem.lower))]
        self.hebo = HEBO(DesignSpace().parse(space), scramble_seed=seed)

    def ask(self):
        self.suggested = self.hebo.suggest(n_suggestions=1)
        row = self.suggested.iloc[0]
        return self.problem.from_unit([row[f"c{i}"] for i in range(len(self.problem.levels))],
                                      [row[f"x{j}"] for j in range(len(self.problem.lower))])

    def tell(self, value):
        self.hebo.observe(self.suggested, np.array([[value]]))


class BoOpt:
    """bo-opt with its defaults, asked and told by its commands."""

    program = "bo-opt"

    def __init__(self, problem, seed):
        import tempfile

        self.problem, self.folder = problem, tempfile.TemporaryDirectory()
        space = [f"[c{i}]\ntype = 'categorical'\nvalues = {[str(level) for level in range(levels)]}\n" for i, levels in enumerate(problem.levels)]
        space += [f"[x{j}]\ntype = 'real'\nbounds = [0, 1]\n" for j in range(len(problem.lower))]
        path = os.path.join(self.folder.name, "space.toml")
        with open(path, "w") as file:
            file.write("".join(space))
        self.out = os.path.join(self.folder.name, "run")
        goal = ["--objective", "f0:minimise", "--objective", "f1:minimise"] if isinstance(problem, Zdt1) else ["--minimise"]
        self.first = ["--space", path, *goal, "--budget", str(problem.budget), "--seed", str(seed)]

    def run(self, *words):
        return subprocess.run([self.program, *words, "--out", self.out], check=True, capture_output=True, text=True).stdout

    def ask(self):
        trial = json.loads(self.run("ask", *self.first))
        self.first, self.trial = [], trial["trial"]
        at = trial["point"]
        n_h = len(self.problem.levels)
        return self.problem.from_unit([int(at[f"c{i}"]) for i in range(n_h)], [at[f"x{j}"] for j in range(len(self.problem.lower))])

    def tell(self, value):
        self.run("tell", str(self.trial), ",".join(map(repr, value)) if isinstance(value, tuple) else repr(value))


class Random:
    """Uniform points."""

    def __init__(self, problem, seed):
        self.problem, self.rng = problem, np.random.default_rng(seed)

    def ask(self):
        return self.problem.from_unit([self.rng.integers(levels) for levels in self.problem.levels], self.rng.random(len(self.problem.lower)))

    def tell(self, value):
        pass


PEERS = {"botorch": BoTorch, "botorch-qlognei": BoTorchNoisy, "turbo": Turbo, "optuna-tpe": Optuna, "optuna-liar": OptunaLiar, "optuna-gp": OptunaGP,
         "smac": Smac, "hebo": Hebo, "bo-opt": BoOpt, "random": Random}


class Cube:
    """The unit cube, for the times of asks alone."""

    def __init__(self, d):
        self.levels, self.lower, self.upper, self.dimension = [], np.zeros(d), np.ones(d), d

    def from_unit(self, categories, unit):
        return np.asarray(unit)


def print_ask_times(options):
    """Prints processor seconds as optimiser_study --ask-times does: of the first ask, and the mean of the next two. For
    the optimisers that are built on BoTorch."""
    print("optimiser,dimensions,observations,first,next")
    value = lambda x: -((x - 0.3) ** 2).sum() + 0.1 * np.sin(20 * x.sum())
    for name in options.optimisers.split(","):
        for d in map(int, options.dimensions.split(",")):
            for n in map(int, options.ask_times.split(",")):
                seconds = []
                peer = PEERS[name](Cube(d), 0)
                points = np.random.default_rng(0).random((n, d))
                peer.design, peer.X, peer.y = [], list(peer.torch.from_numpy(points)), [value(x) for x in points]
                for _ in range(3):
                    start = time.process_time()
                    point = peer.ask()
                    seconds.append(time.process_time() - start)
                    peer.tell(-value(point))
                print(f"{name},{d},{n},{seconds[0]:.4f},{np.mean(seconds[1:]):.4f}", flush=True)


def run_one(task):
    """The lines of one run: problem, optimiser (NAME@q: in batches of q), seed, budget, path of the study."""
    problem_name, name, seed, budget, study = task
    plain, _, noise = problem_name.partition("~")
    kind, _, batch = name.partition("@")
    noise, batch = float(noise or 0), int(batch or 1)
    problem = Zdt1(int(plain[5:])) if plain.startswith("zdt1:") else Problem(study, plain)
    problem.budget = budget
    if problem.constrained and (batch > 1 or not getattr(PEERS[kind], "takes_constraints", False)):
        raise SystemExit(f"peers.py: {name} does not take the constraints of {problem_name}; optuna-tpe and optuna-gp do, without batches")
    optimiser = PEERS[kind](problem, seed)
    rng = np.random.default_rng(1000003 + seed)
    best_told, regret, lines = float("inf"), float("inf"), []
    while len(lines) < budget:
        start = time.perf_counter()
        try:
            points = [optimiser.ask()] if batch == 1 else optimiser.ask_batch(min(batch, budget - len(lines)))
        except Exception as error:  # e.g. BoTorch's ModelFittingError: one point of its own choice less
            if batch > 1 or not hasattr(optimiser, "fallback"):
                raise
            print(f"{problem_name} {name} {seed}: {type(error).__name__} at evaluation {len(lines) + 1}, a random point instead",
                  file=sys.stderr, flush=True)
            points = [optimiser.fallback()]
        seconds = time.perf_counter() - start
        values = [problem.value(point) for point in points]
        told = [value + noise * rng.standard_normal() if noise else value for value in values]
        start = time.perf_counter()
        optimiser.tell(told[0]) if batch == 1 else optimiser.tell_batch(told)
        seconds += time.perf_counter() - start
        for value, seen in zip(values, told):
            if isinstance(problem, Zdt1):
                regret = problem.shortfall(value)
            elif seen < best_told and all(constraint <= 0 for constraint in problem.constraints):
                best_told, regret = seen, value - problem.minimum
            lines.append(f"{problem_name},{name},{seed},{len(lines) + 1},{regret:.9g},{seconds / len(points):.6f}\n")
    if not isinstance(problem, Zdt1):
        problem.process.stdin.close()
    print(f"{problem_name} {name} {seed}: {regret:.4g}, {sum(float(line.split(',')[5]) for line in lines):.0f} s", file=sys.stderr, flush=True)
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", help="the program optimiser_study")
    parser.add_argument("--bo-opt", help="the program bo-opt", default="bo-opt")
    parser.add_argument("--problems")
    parser.add_argument("--optimisers", required=True, help="of " + ", ".join(PEERS) + "; NAME@q: in batches of q (botorch kinds, optuna kinds)")
    parser.add_argument("--seeds", default="100-104")
    parser.add_argument("--budget", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--out", help="CSV, gone on with if it is there")
    parser.add_argument("--ask-times", help="instead: how long an ask takes after so many observations (botorch, turbo)")
    parser.add_argument("--dimensions", default="5,20,60", help="of --ask-times")
    options = parser.parse_args()
    if options.ask_times:
        return print_ask_times(options)
    for name in options.optimisers.split(","):
        if name.partition("@")[0] not in PEERS:
            raise SystemExit(f"peers.py: --optimisers: '{name}' is not one of {', '.join(PEERS)}")
    done = set()
    if os.path.exists(options.out):
        with open(options.out) as file:
            done = {(row["problem"], row["optimiser"], int(row["seed"])) for row in csv.DictReader(file)}
    else:
        with open(options.out, "w") as file:
            file.write("problem,optimiser,seed,evaluation,regret,seconds\n")
    first, _, last = options.seeds.partition("-")
    # Seeds are the outermost loop, so that the results of an interrupted run cover all problems.
    tasks = [(problem, name, seed, options.budget, options.study)
             for seed in range(int(first), int(last or first) + 1)
             for problem in options.problems.split(",") for name in options.optimisers.split(",")
             if (problem, name, seed) not in done]
    with multiprocessing.get_context("spawn" if options.jobs > 1 else "fork").Pool(options.jobs, set_program, (options.bo_opt,)) as pool:
        for lines in pool.imap_unordered(run_one, tasks):
            with open(options.out, "a") as file:
                file.write("".join(lines))


def set_program(path):
    BoOpt.program = path


if __name__ == "__main__":
    main()

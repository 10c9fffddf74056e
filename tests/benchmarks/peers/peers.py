#!/usr/bin/env python3
"""Runs other people's optimisers on the problems of optimiser_study and appends to its CSV.

  peers.py --study build/release/bin/optimiser_study --problems branin,func2c --optimisers botorch,tpe --seeds 100-104
           --budget 100 --out study.csv

One thread. What the CSV holds already is not run again. `optimiser_study --out study.csv` prints the table of both.
"""
import argparse, csv, json, os, subprocess, sys, time, warnings

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(name, "1")
warnings.filterwarnings("ignore")
import numpy as np


class Problem:
    """A problem that optimiser_study evaluates: categories first, then numbers."""

    def __init__(self, study, name):
        self.process = subprocess.Popen([study, "--serve", name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = json.loads(self.process.stdout.readline())
        self.levels, self.lower, self.upper = said["levels"], np.array(said["lower"]), np.array(said["upper"])
        self.minimum, self.dimension = said["minimum"], len(said["levels"]) + len(said["lower"])

    def value(self, point):
        self.process.stdin.write(" ".join(repr(float(x)) for x in point) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def from_unit(self, categories, unit):
        return np.concatenate([np.asarray(categories, float), self.lower + np.asarray(unit) * (self.upper - self.lower)])


def initial_count(problem):
    return min(2 * (problem.dimension + 1), 20)


class BoTorch:
    """SingleTaskGP as BoTorch's defaults make it, LogEI; MixedSingleTaskGP and alternating search where there are categories."""

    acquisition = "log_ei"

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
            found, _ = optimize_acqf(acquisition, bounds, q=1, num_restarts=10, raw_samples=512)
        return self.point(found[0].detach())

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
    """Optuna's samplers as they come."""

    sampler = "TPESampler"

    def __init__(self, problem, seed):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self.problem = problem
        self.study = optuna.create_study(sampler=getattr(optuna.samplers, self.sampler)(seed=seed))
        spaces = {f"c{i}": optuna.distributions.CategoricalDistribution(list(range(levels))) for i, levels in enumerate(problem.levels)}
        spaces.update({f"x{j}": optuna.distributions.FloatDistribution(0, 1) for j in range(len(problem.lower))})
        self.spaces = spaces

    def ask(self):
        self.trial = self.study.ask(self.spaces)
        values = [self.trial.params[name] for name in self.spaces]
        n_h = len(self.problem.levels)
        return self.problem.from_unit(values[:n_h], values[n_h:])

    def tell(self, value):
        self.study.tell(self.trial, value)


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
        # As many initial points as the others have.
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
    """HEBO as it comes."""

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


PEERS = {"botorch": BoTorch, "botorch-qlognei": BoTorchNoisy, "turbo": Turbo, "optuna-tpe": Optuna, "optuna-gp": OptunaGP,
         "smac": Smac, "hebo": Hebo}


class Cube:
    """The unit cube, for the times of asks alone."""

    def __init__(self, d):
        self.levels, self.lower, self.upper, self.dimension = [], np.zeros(d), np.ones(d), d

    def from_unit(self, categories, unit):
        return np.asarray(unit)


def print_ask_times(options):
    """As optimiser_study --ask-times (processor seconds): of the first ask and the mean of the next two. Of BoTorch's kind."""
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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--study", help="the program optimiser_study")
    parser.add_argument("--problems")
    parser.add_argument("--optimisers", required=True, help="of " + ", ".join(PEERS))
    parser.add_argument("--seeds", default="100-104")
    parser.add_argument("--budget", type=int, default=100)
    parser.add_argument("--out", help="CSV, gone on with if it is there")
    parser.add_argument("--ask-times", help="instead: how long an ask takes after so many observations (botorch, turbo)")
    parser.add_argument("--dimensions", default="5,20,60", help="of --ask-times")
    options = parser.parse_args()
    if options.ask_times:
        return print_ask_times(options)
    for name in options.optimisers.split(","):
        if name not in PEERS:
            raise SystemExit(f"peers.py: --optimisers: '{name}' is none of {', '.join(PEERS)}")
    done = set()
    if os.path.exists(options.out):
        with open(options.out) as file:
            done = {(row["problem"], row["optimiser"], int(row["seed"])) for row in csv.DictReader(file)}
    else:
        with open(options.out, "w") as file:
            file.write("problem,optimiser,seed,evaluation,regret,seconds\n")
    first, _, last = options.seeds.partition("-")
    # Seeds outermost, so that what is there when it is interrupted has all problems.
    for seed in range(int(first), int(last or first) + 1):
        for problem_name in options.problems.split(","):
            for name in options.optimisers.split(","):
                if (problem_name, name, seed) in done:
                    continue
                problem = Problem(options.study, problem_name)
                optimiser = PEERS[name](problem, seed)
                best, lines = float("inf"), []
                for evaluation in range(1, options.budget + 1):
                    start = time.perf_counter()
                    try:
                        point = optimiser.ask()
                    except Exception as error:  # e.g. BoTorch's ModelFittingError: one point of its own choice less
                        if not hasattr(optimiser, "fallback"):
                            raise
                        print(f"{problem_name} {name} {seed}: {type(error).__name__} at evaluation {evaluation}, a random point instead",
                              file=sys.stderr, flush=True)
                        point = optimiser.fallback()
                    seconds = time.perf_counter() - start
                    value = problem.value(point)
                    start = time.perf_counter()
                    optimiser.tell(value)
                    seconds += time.perf_counter() - start
                    best = min(best, value)
                    lines.append(f"{problem_name},{name},{seed},{evaluation},{best - problem.minimum:.9g},{seconds:.6f}\n")
                problem.process.stdin.close()
                with open(options.out, "a") as file:
                    file.write("".join(lines))
                print(f"{problem_name} {name} {seed}: {best - problem.minimum:.4g}, {sum(float(l.split(',')[5]) for l in lines):.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()

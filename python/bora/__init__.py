"""bora: measures the black-box robustness of classifiers, minimises functions and searches network architectures.

    run = bora.attack(predict, images, labels, eps=8/255, budget=500)
    result = bora.minimize(f, {"lr": bora.log(1e-5, 1e-1), "act": ["relu", "tanh"]}, budget=50)
    found = bora.search(train, "nb201", budget=30, validation=1000)
"""
from ._commands import Error, InputError, find_command
from .attack import attack, attack_graphs
from .optimise import Optimizer, Result, Trial, categorical, integer, log, maximize, minimize, ordinal, real
from .run import Estimate, Run, Table
from .search import SearchRun, search

__version__ = "0.1.0"
__all__ = ["Error", "Estimate", "InputError", "Optimizer", "Result", "Run", "SearchRun", "Table", "Trial", "attack",
           "attack_graphs", "categorical", "find_command", "integer", "log", "maximize", "minimize", "ordinal", "real",
           "search"]

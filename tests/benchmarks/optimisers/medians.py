#!/usr/bin/env python3
"""Prints medians over seeds of what optimiser_study and peers.py wrote, as a Markdown table.

  medians.py --of bayes --at 25,50,100 docs/results/continuous/study.csv [MORE.csv ...]

If files have the same problem, optimiser and seed, the last file is used. The table has the 95% interval of the last median, by
order statistics, and that of the difference between the median of --of and the optimiser's, by 10,000 resamples of the seeds of
each (approximate with few seeds). Both need 6 seeds. The values are regrets: a difference below 0 means that --of is better.
"""
import argparse, csv, math, random, statistics, sys

FEWEST = 6  # seeds; with fewer, not even the smallest and the largest hold the median with 95%


def order_interval(values):
    """The narrowest [x_(k), x_(n+1-k)] that holds the median with a probability of 95% at least."""
    n, values = len(values), sorted(values)
    below, k = 0.0, 0
    while 2 * (below + math.comb(n, k) / 2**n) <= 0.05:
        below += math.comb(n, k) / 2**n
        k += 1
    return values[k - 1], values[n - k]


def difference_interval(a, b, resamples=10000):
    draw = random.Random(1)
    differences = sorted(statistics.median(draw.choices(a, k=len(a))) - statistics.median(draw.choices(b, k=len(b)))
                         for _ in range(resamples))
    return differences[int(0.025 * resamples)], differences[int(0.975 * resamples) - 1]


def read(files, points):
    """Returns, by problem, optimiser and seed, the regret at each of the points."""
    runs = {}
    for name in files:
        here = {}
        with open(name, newline="") as file:
            for row in csv.DictReader(file):
                if (at := int(row["evaluation"])) in points:
                    here.setdefault((row["problem"], row["optimiser"], int(row["seed"])), {})[at] = float(row["regret"])
        for (problem, optimiser, seed), regrets in here.items():
            runs.setdefault(problem, {}).setdefault(optimiser, {})[seed] = regrets
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE.csv")
    parser.add_argument("--of", default="bayes", help="the optimiser that the others are compared with")
    parser.add_argument("--at", default="25,50,100", help="numbers of evaluations, in rising order")
    options = parser.parse_args()
    points = [int(point) for point in options.at.split(",")]
    runs = read(options.files, points)
    if not runs:
        sys.exit(f"medians.py: {', '.join(options.files)}: no line of {options.at} evaluations")
    at = " | ".join(f"at {point}" for point in points)
    print(f"| problem | optimiser | seeds | {at} | 95% | {options.of} minus it, 95% |\n|---|---|---:|{'---:|' * (len(points) + 2)}")
    for problem, optimisers in runs.items():
        last = {name: [regrets[points[-1]] for regrets in seeds.values() if points[-1] in regrets] for name, seeds in optimisers.items()}
        ours = last.get(options.of, [])
        for name in sorted(last, key=lambda name: statistics.median(last[name]) if last[name] else math.inf):
            values = last[name]
            interval = difference = "n/a"
            if len(values) >= FEWEST:
                interval = "[{:.3g}, {:.3g}]".format(*order_interval(values))
                if name != options.of and len(ours) >= FEWEST:
                    difference = "[{:.3g}, {:.3g}]".format(*difference_interval(ours, values))
            medians = [[regrets[point] for regrets in optimisers[name].values() if point in regrets] for point in points]
            shown = " | ".join(f"{statistics.median(of):.3g}" if of else "n/a" for of in medians)
            print(f"| {problem} | {name} | {len(optimisers[name])} | {shown} | {interval} | {difference} |")


if __name__ == "__main__":
    main()

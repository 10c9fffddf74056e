"""Networks that bo-nas made of cells of NAS-Bench-101 and DARTS, against a definition of their own.

usage: published_networks.py MODEL...

Each is written down here once more, after the code that the authors published (google-research/nasbench and
quark0/darts), takes the weights of the file, and must give the same scores.
"""
import ast
import json
import sys

import torch
import torch.nn.functional as F


class Weights:
    def __init__(self, file):
        extra = {"bora.json": ""}
        self.module = torch.jit.load(file, _extra_files=extra)
        self.values = self.module.state_dict()
        self.about = json.loads(extra["bora.json"])

    def __getitem__(self, name):
        return self.values["body." + name]

    def count(self, start, end):
        """The largest number that follows `start`, up to `end`, in any name."""
        return max(int(name.split(start)[1].split(end)[0]) for name in self.values if start in name)

    def norm(self, name, x):
        parts = [self[f"{name}.{part}"] for part in ("running_mean", "running_var", "weight", "bias")]
        return F.batch_norm(x, *parts, False, 0.1, 1e-5)

    def conv(self, name, x, **options):
        return F.conv2d(x, self[name + ".weight"], None, **options)

    def conv_bn_relu(self, name, x):
        side = self[name + ".conv.weight"].shape[2]
        return F.relu(self.norm(name + ".norm", self.conv(name + ".conv", x, padding=side // 2)))

    def relu_conv_bn(self, name, x):
        return self.norm(name + ".norm", self.conv(name + ".conv", F.relu(x)))

    def factorized_reduce(self, name, x):
        x = F.relu(x)
        # Odd sides, which theirs does not take, get a row and a column of zeros.
        moved = F.pad(x, (0, x.shape[3] % 2, 0, x.shape[2] % 2))[:, :, 1:, 1:]
        halves = [self.conv(name + ".even", x, stride=2), self.conv(name + ".odd", moved, stride=2)]
        return self.norm(name + ".norm", torch.cat(halves, 1))

    def depthwise(self, name, x, kernel, stride, dilation):
        x = self.conv(name + ".depthwise", F.relu(x), stride=stride, padding=dilation * (kernel // 2),
                      dilation=dilation, groups=x.shape[1])
        return self.norm(name + ".norm", self.conv(name + ".pointwise", x))


def pruned(matrix, operations):
    n = len(matrix)
    ahead, behind = {0}, {n - 1}
    for v in range(n):
        if any(matrix[u][v] and u in ahead for u in range(v)):
            ahead.add(v)
    for v in reversed(range(n)):
        if any(matrix[v][w] and w in behind for w in range(v + 1, n)):
            behind.add(v)
    kept = sorted(ahead & behind)
    return [[matrix[u][v] for v in kept] for u in kept], [operations[v] for v in kept]


def vertex_channels(inputs, outputs, matrix):
    n = len(matrix)
    channels = [inputs] + [0] * (n - 2) + [outputs]
    ends = [v for v in range(1, n - 1) if matrix[v][n - 1]]
    for place, v in enumerate(ends):
        channels[v] = outputs // len(ends) + (place < outputs % len(ends))
    for v in range(n - 3, 0, -1):
        if not matrix[v][n - 1]:
            channels[v] = max(channels[w] for w in range(v + 1, n - 1) if matrix[v][w])
    return channels


def nb101(weights, text, x):
    numbers = ast.literal_eval(text)
    matrix, operations = pruned([numbers[7 * i:7 * i + 7] for i in range(7)], numbers[49:])
    last = len(matrix) - 1
    x = weights.conv_bn_relu("stem", x)
    channels = x.shape[1]
    for stack in range(weights.count("stack", "_")):
        if stack > 0:
            x = F.max_pool2d(x, 2, 2, ceil_mode=True)
            channels *= 2
        for cell in range(weights.count("_cell", ".")):
            name = f"stack{stack + 1}_cell{cell + 1}."
            widths = vertex_channels(x.shape[1], channels, matrix)
            tensors = [x]
            for v in range(1, last):
                parts = [tensors[u][:, :widths[v]] for u in range(1, v) if matrix[u][v]]
                if matrix[0][v]:
                    parts.append(weights.conv_bn_relu(f"{name}input{v}", x))
                total = sum(parts)
                tensors.append(F.max_pool2d(total, 3, 1, 1) if operations[v] == 2 else
                               weights.conv_bn_relu(f"{name}node{v}", total))
            ends = [tensors[v] for v in range(1, last) if matrix[v][last]]
            out = [torch.cat(ends, 1)] if ends else []
            if matrix[0][last]:
                out.append(weights.conv_bn_relu(f"{name}input{last}", x))
            x = sum(out)
    return x


def darts_operation(weights, name, operation, x, stride):
    if operation == 0:
        return F.max_pool2d(x, 3, stride, 1)
    if operation == 1:
        return F.avg_pool2d(x, 3, stride, 1, count_include_pad=False)
    if operation == 2:
        return x if stride == 1 else weights.factorized_reduce(name, x)
    kernel = {3: 3, 4: 5, 5: 3, 6: 5}[operation]
    if operation > 4:
        return weights.depthwise(name, x, kernel, stride, 2)
    x = weights.depthwise(name + ".first", x, kernel, stride, 1)
    return weights.depthwise(name + ".second", x, kernel, 1, 1)


def darts(weights, text, x):
    genotype = ast.literal_eval(text)
    layers = weights.count(".cell", ".")
    s0 = s1 = weights.norm("stem_norm", weights.conv("stem", x, padding=1))
    reduced_before = False
    for layer in range(layers):
        name = f"cell{layer + 1}"
        reduces = layer in (layers // 3, 2 * layers // 3)
        preprocess = weights.factorized_reduce if reduced_before else weights.relu_conv_bn
        states = [preprocess(name + ".before_last", s0), weights.relu_conv_bn(name + ".last", s1)]
        for point in range(4):
            total = 0
            for step in range(2):
                source, operation = genotype[reduces][2 * point + step]
                stride = 2 if reduces and source < 2 else 1
                total = total + darts_operation(weights, f"{name}.point{point + 1}_{step + 1}", operation,
                                                states[source], stride)
            states.append(total)
        s0, s1 = s1, torch.cat(states[2:], 1)
        reduced_before = reduces
    return s1


torch.manual_seed(1)
for file in sys.argv[1:]:
    weights = Weights(file)
    space, text = weights.about["architecture"].split(" ", 1)
    with torch.no_grad():
        for shape in [weights.about["input"]["shape"], [weights.about["input"]["shape"][0], 17, 19]]:
            images = torch.rand(3, *shape)
            x = (images - weights.values["mean"]) / weights.values["deviation"]
            x = {"nb101": nb101, "darts": darts}[space](weights, text, x)
            expected = F.linear(x.mean((2, 3)), weights["output.weight"], weights["output.bias"])
            difference = (weights.module(images) - expected).abs().max()
            if not difference <= 1e-4 * (1 + expected.abs().max()):
                sys.exit(f"{file}: scores of {shape} differ by {difference} from those of {space} as published")

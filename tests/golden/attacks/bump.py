"""Makes bump.json: windows of Square Attack in L2 by the authors' code.

python3 bump.py ATTACK_PY > bump.json, where ATTACK_PY is attack.py of https://github.com/max-andr/square-attack.
The window is the one whose halves are above each other; the other one is its transpose.
"""
import json
import sys

import numpy as np

source = open(sys.argv[1]).read()
first = source.index("def pseudo_gaussian_pert_rectangles")
code = {"np": np}
exec(source[first:source.index("def square_attack_l2")], code)
np.random.rand = lambda *shape: np.zeros(shape)  # no transposition
print(json.dumps({str(side): code["meta_pseudo_gaussian_pert"](side).round(7).tolist() for side in (3, 5, 6, 11)}))

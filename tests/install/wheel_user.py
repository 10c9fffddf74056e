"""What a user of an installed wheel does: attacks a classifier of scikit-learn, a torch module and an endpoint, in three
lines each, and in a notebook.   wheel_user.py FOLDER

Writes the executed notebook to FOLDER/notebook.ipynb."""
import http.server
import json
import os
import sys
import threading

import nbclient
import nbformat
import numpy as np
import torch
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression

import bora

assert "site-packages" in bora.find_command("bo-attack"), bora.find_command("bo-attack")
os.chdir(sys.argv[1])
BUDGET, EPS = 60, "26/255"

SKLEARN = """
from sklearn.datasets import load_digits
from sklearn.linear_model import LogisticRegression
digits = load_digits()
images, labels = (digits.images * 255 / 16).astype("uint8"), digits.target
model = LogisticRegression(max_iter=100).fit(images[:1500].reshape(1500, -1), labels[:1500])

import bora
run = bora.attack(model.predict_proba, images[1500:1512], labels[1500:1512], eps="26/255", budget=60, attacks=["bo", "square"])
print(run.success_rate())
"""


def check(what: str, run: bora.Run) -> None:
    """Prints the results of a run. Fails if the run is incomplete, found no adversarial example or counted queries wrongly."""
    rates = [run.success_rate(attack=attack) for attack in run.attacks]
    print(f"{what}: " + ", ".join(f"{attack} {rate}" for attack, rate in zip(run.attacks, rates)), flush=True)
    queries = [row["queries"] for row in bora.run.read_table(run.folder / "results.csv")]
    assert run.complete and rates[0].value > 0.3 and 0 < max(queries) <= BUDGET, (rates, queries)
    assert run.report(show=False).stat().st_size > 100_000


digits = load_digits()
images, labels = (digits.images * 255 / 16).astype("uint8"), digits.target
model = LogisticRegression(max_iter=100).fit(images[:1500].reshape(1500, -1), labels[:1500])
chosen, classes = images[1500:1512], labels[1500:1512]

# A classifier of scikit-learn, attacked by the script that a user would write.
found = {}
exec(compile(SKLEARN, "sklearn", "exec"), found)
check("scikit-learn", found["run"])

# A torch module with the same weights gives the same answers, so the attack is the same.
module = torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(64, 10), torch.nn.Softmax(1)).double().eval()
with torch.no_grad():
    module[1].weight.copy_(torch.from_numpy(model.coef_))
    module[1].bias.copy_(torch.from_numpy(model.intercept_))
run = bora.attack(lambda x: module(torch.from_numpy(x).double()).detach(), chosen, classes, eps=EPS, budget=BUDGET,
                  attacks=["bo", "square"], quiet=True)
check("torch, as a function", run)
assert [run.success_rate(10), run.success_rate()] == [found["run"].success_rate(10), found["run"].success_rate()]
with torch.no_grad():
    module[1].weight.mul_(255)
run = bora.attack(module.float(), chosen[:, None].astype("float32") / 255, classes, eps=EPS, budget=BUDGET, quiet=True)
check("torch, as a module", run)


class Endpoint(http.server.BaseHTTPRequestHandler):
    """A model behind version 2 of KServe's protocol."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def reply(self, value: dict) -> None:
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.reply({"name": "digits", "platform": "scikit-learn", "versions": ["1"],
                    "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 1, 8, 8]}],
                    "outputs": [{"name": "scores", "datatype": "FP64", "shape": [-1, 10]}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["inputs"][0]
        scores = model.predict_proba(np.array(asked["data"]).reshape(asked["shape"][0], -1) * 255)
        self.reply({"model_name": "digits", "outputs": [{"name": "scores", "datatype": "FP64", "shape": list(scores.shape),
                                                         "data": scores.ravel().tolist()}]})


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
threading.Thread(target=server.serve_forever, daemon=True).start()
run = bora.attack(f"http://127.0.0.1:{server.server_port}/v2/models/digits", chosen, classes, eps=EPS, budget=BUDGET,
                  quiet=True)
check("endpoint", run)
server.shutdown()

# A notebook shows the progress, the run and the report.
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SKLEARN), nbformat.v4.new_code_cell("run"),
                                       nbformat.v4.new_code_cell("run.report()")])
book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
nbclient.NotebookClient(book, timeout=600).execute()
nbformat.write(book, "notebook.ipynb")
shown = ["".join(output.get("data", {}).get("text/html", "") for output in cell.outputs) for cell in book.cells]
assert "<progress value='100'" in shown[0], shown[0]
assert "bora.Run" in shown[1] and "<table>" in shown[1], shown[1]
assert "<iframe srcdoc=" in shown[2] and "robust" in shown[2], shown[2][:500]
print("notebook: progress, run and report are shown")

#!/usr/bin/env bash
# MLServer, a real inference server, and the file that it serves: both get exactly the same queries and give the same answers. Skipped (77)
# unless BORA_MLSERVER names MLServer's command, of a Python that has torch.
# mlserver_test.sh BIN
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../attack_runs.sh"
mlserver=${BORA_MLSERVER:-}
[ -n "$mlserver" ] || { echo "skipped: BORA_MLSERVER names no mlserver (pip install mlserver torch)"; exit 77; }
[ -x "$mlserver" ] || { echo "skipped: $mlserver is no program"; exit 77; }
train_victim
cd "$work" || exit 1

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port)
mkdir served
cp "$here/programs/mlserver_runtime.py" served/
cat >served/settings.json <<JSON
{"host": "127.0.0.1", "http_port": $port, "grpc_port": $(free_port), "metrics_port": $(free_port), "parallel_workers": 0}
JSON
side=$(python3 - <<PYTHON
import json, zipfile
archive = zipfile.ZipFile("digits.pt")
name = [one for one in archive.namelist() if one.endswith("bora.json")][0]
print(json.dumps(json.loads(archive.read(name))["input"]["shape"]))
PYTHON
) || fail "digits.pt does not say its shape"
cat >served/model-settings.json <<JSON
{"name": "digits", "implementation": "mlserver_runtime.TorchScript", "parameters": {"uri": "$work/digits.pt"},
 "inputs": [{"name": "images", "datatype": "FP32", "shape": [-1, ${side:1}}],
 "outputs": [{"name": "scores", "datatype": "FP32", "shape": [-1, 10]}]}
JSON
(cd served && PYTHONPATH=. exec "$mlserver" start . >../server.log 2>&1) &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
until python3 -c "import urllib.request as u; u.urlopen('http://127.0.0.1:$port/v2/models/digits/ready')" 2>/dev/null; do
  kill -0 $server 2>/dev/null || { tail -3 server.log; fail "mlserver ended"; finish; exit 1; }
  sleep 0.2
done

asked() { "$bin/bo-attack" --data digits --images 8 --eps 0.2 --budget 80 --attack bo,square --checks none --quiet "$@" >/dev/null; }
questions() { sqlite3 "$1/run.sqlite" "SELECT instance, number, input_hash, predicted, success FROM queries"; }
asked --model digits.pt --out file || fail "the file: ended with $?"
for concurrency in 1 8; do
  asked --model "http://127.0.0.1:$port/v2/models/digits" --concurrency $concurrency --out "server$concurrency" || fail "the server: ended with $?"
  cmp <(questions file) <(questions "server$concurrency") || fail "concurrency $concurrency: the server was asked other questions than the file"
done
[ "$(questions file | wc -l)" -gt 100 ] || fail "hardly a question was asked"
finish

"""An inference server for tests: a linear model behind KServe's protocol v2, with the faults that servers have.

usage: fake_kserve.py --data FOLDER       writes images that it classifies correctly, as IDX files
       fake_kserve.py PORT_FILE [--port P] [--fail SHARE] [--slow SHARE SECONDS] [--nan-at N] [--round DIGITS]
                      [--noise SIZE] [--top K] [--busy N SECONDS] [--version V] [--negated] [--log FILE]

Writes the port it listens on to PORT_FILE. --fail: that share of the questions is answered with status 500; --slow:
that share takes so long; --nan-at: the N-th question is answered with NaN once; both chosen by a generator of fixed
seed. --round: scores have so many digits. --noise: scores differ by so much from one question to the next. --top: gives
its K best classes alone, outputs "scores" and "indices". --busy: the N-th question is answered with status 429, which
asks to wait so long. --version: every answer states this version of the model; the description does not.
--negated: scores have the other sign, as of another model. --log: a line for every question: the number of its images.
"""
import argparse
import http.server
import json
import random
import struct
import sys
import threading
import time

SIDES, CLASSES = (1, 6, 6), 10
SIZE = 36
WEIGHTS = [[((7 * i + 3 * j) % 11 - 5) / 10 for i in range(SIZE)] for j in range(CLASSES)]

parser = argparse.ArgumentParser()
parser.add_argument("port_file", nargs="?")
parser.add_argument("--data")
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--fail", type=float, default=0)
parser.add_argument("--slow", type=float, nargs=2, default=(0, 0))
parser.add_argument("--nan-at", type=int, default=-1)
parser.add_argument("--round", type=int, default=None)
parser.add_argument("--noise", type=float, default=0)
parser.add_argument("--top", type=int, default=0)
parser.add_argument("--busy", type=int, nargs=2, default=(-1, 0))
parser.add_argument("--version")
parser.add_argument("--negated", action="store_true")
parser.add_argument("--log")
options = parser.parse_args()
OUTPUTS = [("scores", "FP32"), ("indices", "INT64")][:2 if options.top else 1]
generator = random.Random(7)
lock = threading.Lock()
asked = 0


def scores_of(image):
    sign = -1 if options.negated else 1
    return [sign * sum(w * x for w, x in zip(weights, image)) for weights in WEIGHTS]


def write_data(folder, count=60):
    images, labels = bytearray(), bytearray()
    for _ in range(count):
        image = bytes(generator.randrange(256) for _ in range(SIZE))
        scores = scores_of([value / 255 for value in image])
        images += image
        labels.append(scores.index(max(scores)))
    for part in ("train", "t10k"):
        with open(f"{folder}/{part}-images-idx3-ubyte", "wb") as file:
            file.write(struct.pack(">IIII", 0x803, count, SIDES[1], SIDES[2]) + images)
        with open(f"{folder}/{part}-labels-idx1-ubyte", "wb") as file:
            file.write(struct.pack(">II", 0x801, count) + labels)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet; two would wait for a delayed acknowledgement, 40 ms

    def log_message(self, *_):
        pass

    def reply(self, status, value, headers={}):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, text in headers.items():
            self.send_header(name, str(text))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/v2":
            return self.reply(200, {"name": "fake", "extensions": []})
        if self.path != "/v2/models/toy":
            return self.reply(404, {"error": "no such model"})
        self.reply(200, {"name": "toy", "platform": "python", "versions": ["1"],
                         "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, *SIDES]}],
                         "outputs": [{"name": name, "datatype": datatype, "shape": [-1, options.top or CLASSES]}
                                     for name, datatype in OUTPUTS]})

    def do_POST(self):
        global asked
        question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["inputs"][0]
        rows, data = question["shape"][0], question["data"]
        with lock:
            number, asked = asked, asked + 1
            fails, slow = generator.random() < options.fail, generator.random() < options.slow[0]
            if options.log:
                with open(options.log, "a") as log:
                    log.write(f"{rows}\n")
        if slow:
            time.sleep(options.slow[1])
        if number == options.busy[0]:
            return self.reply(429, {"error": "too many requests"}, {"Retry-After": options.busy[1]})
        if fails:
            return self.reply(500, {"error": "worker lost"})
        scores = []
        for row in range(rows):
            image = data[row * SIZE:(row + 1) * SIZE]
            for score in scores_of(image):
                score += generator.uniform(-options.noise, options.noise) if options.noise else 0
                scores.append(score if options.round is None else round(score, options.round))
        if number == options.nan_at:
            scores[0] = float("nan")
        given = [scores]
        if options.top:
            best = [sorted(range(CLASSES), key=lambda j: -scores[row * CLASSES + j])[:options.top] for row in range(rows)]
            given = [[scores[row * CLASSES + j] for row in range(rows) for j in best[row]], sum(best, [])]
        stated = {"model_version": options.version} if options.version else {}
        self.reply(200, {"model_name": "toy", **stated, "outputs": [
            {"name": name, "datatype": datatype, "shape": [rows, options.top or CLASSES], "data": data}
            for (name, datatype), data in zip(OUTPUTS, given)]})


if options.data:
    write_data(options.data)
    sys.exit()
class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # the client has closed the connection


server = Server(("127.0.0.1", options.port), Handler)
with open(options.port_file, "w") as file:
    file.write(str(server.server_address[1]))
server.serve_forever()

"""Victim, objective and trainer that fail at chosen requests, for tools/torture.

program.py data FOLDER            writes images that the victim classifies correctly, as IDX files
program.py victim                 serves a victim by the process protocol
program.py serve PORT_FILE PORT   serves the same victim by HTTP (KServe's protocol v2), restarted when it dies; PORT 0: any
program.py objective X KIND       prints the value of a trial of bo-opt
program.py trainer                prints the accuracy of an architecture for bo-nas

Environment variables:
FAULT_COUNT   file that grows by a byte with each request, so that requests are counted over all processes
FAULT_AT      numbers of the requests that fail ("7,8", or "7-": all from the 7th on)
FAULT_KIND    kind of failure
FAULT_LIMIT   time limit of a request in seconds
"""
import hashlib
import json
import os
import random
import signal
import struct
import sys
import time

SIDE, CLASSES = 6, 10
SIZE = SIDE * SIDE
WEIGHTS = [[((7 * i + 3 * j) % 11 - 5) / 10 for i in range(SIZE)] for j in range(CLASSES)]
KIND = os.environ.get("FAULT_KIND", "")


def value_of(x, kind):
    return (x - 1) ** 2 + (kind == "b")


def accuracy_of(architecture):
    return hashlib.sha256(architecture.encode()).digest()[0] / 256


def probabilities_of(image):
    """Returns softmax scores as float32 values, so that JSON and binary answers have the same numbers."""
    logits = [sum(weight * value for weight, value in zip(weights, image)) for weights in WEIGHTS]
    powers = [2.718281828 ** (logit - max(logits)) for logit in logits]
    return [struct.unpack("<f", struct.pack("<f", power / sum(powers)))[0] for power in powers]


def write_data(folder, count=20):
    draw, images, labels = random.Random(7), bytearray(), bytearray()
    for _ in range(count):
        image = bytes(draw.randrange(256) for _ in range(SIZE))
        images += image
        scores = probabilities_of([value / 255 for value in image])
        labels.append(scores.index(max(scores)))
    for part in ("train", "t10k"):
        with open(f"{folder}/{part}-images-idx3-ubyte", "wb") as file:
            file.write(struct.pack(">IIII", 0x803, count, SIDE, SIDE) + images)
        with open(f"{folder}/{part}-labels-idx1-ubyte", "wb") as file:
            file.write(struct.pack(">II", 0x801, count) + labels)


def is_disturbed():
    """Counts a request and returns whether it is to fail."""
    if "FAULT_COUNT" not in os.environ:
        return False
    with open(os.environ["FAULT_COUNT"], "ab") as file:
        file.write(b".")
        file.flush()
        number = file.tell()
    at = os.environ.get("FAULT_AT", "")
    return number >= int(at[:-1]) if at.endswith("-") else str(number) in at.split(",")


def die_or_hang(say=lambda data: None):
    """Ends the process or hangs if FAULT_KIND is a failure of this kind; returns for wrong answers and after a late one."""
    if KIND == "exit":
        print("out of memory", file=sys.stderr)
        os._exit(3)
    if KIND == "quit":
        os._exit(0)
    if KIND in ("SIGKILL", "SIGSEGV"):
        os.kill(os.getpid(), getattr(signal, KIND))
    if KIND == "half":
        say(b'{"id": 1, "rows')
        os._exit(0)
    if KIND == "never":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(1000)
    if KIND == "mute":
        os.close(1)
        time.sleep(1000)
    if KIND == "late":
        time.sleep(float(os.environ["FAULT_LIMIT"]) + 0.5)


def falsify(rows):
    """Returns wrong rows in place of `rows` of probabilities if FAULT_KIND is such a failure; else `rows`."""
    if KIND == "columns":
        return [row[:-1] for row in rows]
    if KIND == "classes":
        return [row + [0.0] for row in rows]
    if KIND == "rows":
        return rows + rows[:1]
    if KIND in ("nan", "inf"):
        return [[float(KIND)] + row[1:] for row in rows]
    if KIND == "negative":
        return [[-row[0] - 1] + row[1:] for row in rows]
    if KIND == "large":
        return [[70 * score for score in row] for row in rows]
    return rows


def victim():
    given, out = sys.stdin.buffer, sys.stdout.buffer

    def say(data):
        out.write(data)
        out.flush()

    given.readline()
    say(json.dumps({"bora": 1, "name": "torture", "shape": [1, SIDE, SIDE], "kind": "probabilities",
                    "classes": CLASSES}).encode() + b"\n")
    while line := given.readline():
        question = json.loads(line)
        body = given.read(question["bytes"])
        rows = [probabilities_of(image) for image in struct.iter_unpack(f"<{SIZE}f", body)]
        number = question["id"]
        disturbed = is_disturbed()
        if disturbed:
            die_or_hang(say)
            rows = falsify(rows)
            number += 5 if KIND == "number" else 0
            if KIND == "garbage":
                say(b"loading the model: 17%\n")
        answer = json.dumps({"id": number, "rows": len(rows), "columns": len(rows[0])}).encode() + b"\n"
        answer += b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)
        say(answer)
        if disturbed and KIND == "twice":
            say(answer)


def serve(port_file, port):
    import http.server  # imported here, since it takes longer than a request of the other modes

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # sends head and body in one packet

        def log_message(self, *_):
            pass

        def reply(self, status, body):
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path == "/v2":
                return self.reply(200, b'{"name": "torture", "extensions": []}')
            self.reply(200, json.dumps({
                "name": "toy", "platform": "python", "versions": ["1"],
                "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 1, SIDE, SIDE]}],
                "outputs": [{"name": "p", "datatype": "FP32", "shape": [-1, CLASSES]}]}).encode())

        def do_POST(self):
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["inputs"][0]
            data = question["data"]
            rows = [probabilities_of(data[i:i + SIZE]) for i in range(0, len(data), SIZE)]
            disturbed = is_disturbed()
            if disturbed:
                if KIND == "close":
                    self.close_connection = True
                    return
                if KIND == "busy":
                    return self.reply(503, b'{"error": "no free worker"}')
                die_or_hang(self.wfile.write)
                rows = falsify(rows)
            body = json.dumps({"model_name": "toy", "outputs": [
                {"name": "p", "datatype": "FP32", "shape": [len(rows), len(rows[0])], "data": sum(rows, [])}]}).encode()
            if disturbed and KIND == "garbage":
                body = b"<html>loading the model: 17%</html>"
            if disturbed and KIND == "cut":
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[:len(body) // 2])
                self.wfile.flush()
                os._exit(1)
            self.reply(200, body)

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_):
            pass  # the client has closed the connection

    port = int(port)
    while True:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            server = Server(("127.0.0.1", port), Handler)
            os.write(writing, str(server.server_address[1]).encode())
            server.serve_forever()
        os.close(writing)
        port = int(os.read(reading, 20))
        os.close(reading)
        with open(port_file + ".new", "w") as file:
            file.write(str(port))
        os.rename(port_file + ".new", port_file)
        os.waitpid(child, 0)
        time.sleep(0.3)


def print_answer(right, wrong):
    """Prints the line `right`, or at a failing request the line of `wrong` for FAULT_KIND."""
    if is_disturbed():
        die_or_hang(lambda data: os.write(1, data))
        print(wrong[KIND] if KIND in wrong else right)
    else:
        print(right)


def objective(x, kind):
    print_answer(repr(value_of(float(x), kind)), {"nan": "nan", "inf": "inf", "garbage": "loading: done", "large": "7e200"})


def trainer():
    architecture = json.loads(sys.stdin.readline())["architecture"]
    print_answer(json.dumps({"accuracy": accuracy_of(architecture)}),
                 {"nan": '{"accuracy": NaN}', "inf": '{"accuracy": Infinity}', "garbage": "loading: done",
                  "large": '{"accuracy": 7.5}', "negative": '{"accuracy": -0.5}', "columns": '{"loss": 0.1}'})


if __name__ == "__main__":
    {"data": write_data, "victim": victim, "serve": serve, "objective": objective, "trainer": trainer}[sys.argv[1]](*sys.argv[2:])

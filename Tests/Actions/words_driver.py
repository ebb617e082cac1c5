"""A driver whose app sorts words, once for each of its argument: python3 words_driver.py TIMES."""
import hashlib
import json
import sys
import time

TIMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1


def sort(arguments):
    words = [str((number * 7919) % 10007) for number in range(arguments["words"])]
    for _ in range(TIMES):
        ordered = sorted(words)
    return {"count": len(ordered), "first": ordered[0]}


def step(request):
    digest, cost, outcome = hashlib.sha256(), {"wall_ns": 0, "cpu_ns": 0}, None
    for _ in range(request["repeat"]):
        wall, cpu = time.monotonic_ns(), time.process_time_ns()
        outcome = sort(request["arguments"])
        cost["cpu_ns"] += time.process_time_ns() - cpu
        cost["wall_ns"] += time.monotonic_ns() - wall
        digest.update(json.dumps(outcome).encode())
    return {"ok": True, "cost": cost, "outcome": outcome, "digest": digest.hexdigest()}


for line in sys.stdin:
    asked = json.loads(line)
    reply = {"ok": True}
    if asked["request"] == "hello":
        reply |= {"protocol": 1, "driver": "words", "verbs": ["sort"]}
    elif asked["request"] == "step":
        reply = step(asked)
    print(json.dumps(reply), flush=True)
    if asked["request"] == "bye":
        break

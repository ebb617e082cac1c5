"""A user of Locust, for peers.py. The last line that Locust prints has all latencies, in ms; a wrong answer makes its
status 1."""
import json

from locust import FastHttpUser, constant_throughput, events, task

from peers import RATE

latencies = []


@events.request.add_listener
def note(response_time, exception, **_):
    if exception is None:
        latencies.append(response_time)


@events.quitting.add_listener
def tell(**_):
    print(json.dumps(latencies))


class User(FastHttpUser):
    wait_time = constant_throughput(RATE)

    @task
    def ask(self):
        self.client.get("")

"""Hosts an app as a driver of Rehearse: reads requests, calls the app, answers what it cost.

    import rehearse_driver as rehearse

    @rehearse.fixture
    def shop(directory, devices=10):
        return Shop(directory, devices)

    @rehearse.verb
    def lend(shop, device):
        loan = shop.lend(device)
        return {"borrower": loan.borrower}

    rehearse.serve("shop")

The fixture's parameters are the run's own directory and the scenario's `fixture`; what it returns is the
first parameter of each verb, whose others are the step's arguments. Without a fixture verbs have these
alone. Fixture and verbs may be `async`, verbs may be generators.

The whole verb is measured, or only what stands `with rehearse.measured():` where it has that. What it
returns is what a scenario may expect: a dict is facts (text, numbers, truth values, and lists of them);
of other collections, and of a generator, the fact is `count`; of text, a number or a truth value it is
`value`; of None, and of anything else, `done`. `Outcome(facts, digest=…)` says it in full. The digest
covers all of it, in every repetition, and does not depend on the order of sets.

An exception is a refusal: `AlreadyLent` has the code `already-lent`. What the app prints goes to
standard error. This file needs the standard library alone, and may as well be copied.
"""

import array
import asyncio
import collections.abc
import dataclasses
import enum
import functools
import gc
import hashlib
import inspect
import itertools
import json
import math
import os
import re
import resource
import sys
import time
import traceback

__all__ = ["Outcome", "fixture", "measured", "serve", "verb"]

PROTOCOL = 1
CHUNK = 1024
COST_KEYS = ("wall_ns", "cpu_ns", "user_us", "system_us", "minor_faults", "major_faults",
             "voluntary_switches", "involuntary_switches")


class _Cost:
    """What calls cost, of all threads, added up."""

    def __init__(self):
        self.values = [0] * len(COST_KEYS)
        self.is_used = False

    @staticmethod
    def begin():
        """The readings before a call: brackets in each other, the monotonic clock innermost."""
        usage = resource.getrusage(resource.RUSAGE_SELF)
        cpu = time.process_time_ns()
        return usage, cpu, time.monotonic_ns()

    def end(self, begin):
        wall = time.monotonic_ns()
        cpu = time.process_time_ns()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        before = begin[0]
        self.add((
            wall - begin[2], cpu - begin[1],
            round((usage.ru_utime - before.ru_utime) * 1e6),
            round((usage.ru_stime - before.ru_stime) * 1e6),
            usage.ru_minflt - before.ru_minflt, usage.ru_majflt - before.ru_majflt,
            usage.ru_nvcsw - before.ru_nvcsw, usage.ru_nivcsw - before.ru_nivcsw))

    def add(self, values):
        self.values = [sum(pair) for pair in zip(self.values, values)]
        self.is_used = True


class measured:
    """Measures what stands in it, and nothing else of the verb: `with measured(): shop.lend(1)`."""

    def __enter__(self):
        if _driver.inner is None:
            raise RuntimeError("measured() belongs in a verb, and not inside itself")
        self._cost, _driver.inner = _driver.inner, None
        self._begin = _Cost.begin()

    def __exit__(self, *error):
        self._cost.end(self._begin)
        _driver.inner = self._cost


@dataclasses.dataclass
class Outcome:
    """What a verb led to: facts that a scenario may expect, and more for the digest to cover."""

    facts: dict
    digest: object = None


# What is digested, whatever the order of sets and the place of objects in memory.


@functools.lru_cache(maxsize=None)
def _slots(kind):
    """The names of the fields that objects of a class have in slots."""
    names = [kind.__dict__.get("__slots__", ()) for kind in kind.__mro__]
    listed = itertools.chain.from_iterable([slots] if isinstance(slots, str) else slots for slots in names)
    return [name for name in listed if name not in ("__dict__", "__weakref__")]


def _fields(value):
    """The public fields of an object by their names, and whether it has no others."""
    found = {name: getattr(value, name, None) for name in _slots(type(value))}
    found.update(getattr(value, "__dict__", {}))
    public = {name: field for name, field in found.items() if name[:1] != "_"}
    return public, len(public) == len(found)


def _plain(value):
    """A value that JSON does not have as ones that it has; `json` calls it."""
    if isinstance(value, enum.Enum):
        return [type(value).__name__, value.name]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return [type(value).__name__, [[f.name, getattr(value, f.name)] for f in fields]]
    try:
        # Bytes, arrays, and what else lies in memory as it is. An array of objects has only their places there.
        view = memoryview(value)
        if "O" not in view.format:
            return [view.format, list(view.shape or ()), hashlib.blake2b(view.tobytes()).hexdigest()]
    except (TypeError, ValueError):
        pass
    if isinstance(value, collections.abc.Set):
        return ["set", sorted(map(_text, value))]
    if isinstance(value, collections.abc.Mapping):
        return ["mapping", sorted([_text(key), _text(entry)] for key, entry in value.items())]
    # Tables of pandas are no mappings by their type, and give only the names of their columns one by one. The order
    # of their rows counts: it may be what was sorted.
    if hasattr(value, "keys") and hasattr(value, "items"):
        return [type(value).__name__, [[_text(key), _text(entry)] for key, entry in value.items()]]
    # An order may have a price beside its items, or beside what its text says.
    fields, are_all = _fields(value)
    more = [fields] if fields else []
    if isinstance(value, collections.abc.Iterable):
        return [type(value).__name__, list(value), *more] if more else list(value)
    # Numbers, dates, paths and the like, whose text is their value.
    if type(value).__str__ is not object.__str__:
        return [type(value).__name__, str(value), *more]
    # What is private may be the better part of it.
    if more and are_all and not callable(value):
        return [type(value).__name__, *more]
    raise TypeError(
        f"a {type(value).__name__} can't be digested, for it has neither a text nor public fields alone; "
        "return what it holds, or Outcome(facts)")


def _text(value):
    """A text that is the same for equal values, also in another process."""
    try:
        return json.dumps(value, sort_keys=True, default=_plain)
    except TypeError:
        # Keys that are no text, or can't be sorted: all mappings are written as pairs then.
        return json.dumps(_without_dicts(value), default=_plain)


def _without_dicts(value):
    if isinstance(value, (list, tuple)):
        return [_without_dicts(element) for element in value]
    return _plain(collections.ChainMap(value)) if isinstance(value, dict) else value


def _is_fact(value):
    return isinstance(value, (str, int)) or isinstance(value, float) and math.isfinite(value)


def _checked(facts):
    """The facts of an outcome, as a reply has them."""
    checked = {}
    for name, value in facts.items():
        is_list = isinstance(value, (list, tuple)) and all(map(_is_fact, value))
        if not isinstance(name, str) or not (is_list or _is_fact(value)):
            raise TypeError(
                f"the fact {name!r} is {value!r:.40}; allowed: text, finite numbers, truth values, "
                "and lists of them, each by a name. Outcome(facts, digest=…) digests anything")
        checked[name] = list(value) if is_list else value
    return checked


# The verbs.


class _Refusal(Exception):
    """A request that can't be carried out as it is."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def _code(error):
    """The code of an exception: its own, or its class's name in lower case with hyphens."""
    code = getattr(error, "code", None)
    if isinstance(code, str) and re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code):
        return code
    name = type(error).__name__.strip("_")
    return re.sub("(?<=[^A-Z_])_?(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_", "-", name).lower()


class _Function:
    """A fixture or a verb, with its parameters."""

    def __init__(self, function):
        self.function, self.signature = function, inspect.signature(function)

    def bound(self, first, arguments):
        """A call that is ready to be made."""
        try:
            call = self.signature.bind(*first, **arguments)
        except TypeError as error:
            names = list(self.signature.parameters)[len(first):]
            allowed = ", ".join(names) or "none"
            raise _Refusal("bad-argument", f"{error}; allowed: {allowed}.") from None
        return lambda: self.function(*call.args, **call.kwargs)


class _Driver:
    """Answers requests one by one; holds the app once it is prepared."""

    def __init__(self):
        self.make, self.verbs = None, {}
        self.app, self.is_prepared = (), False
        # What `measured` adds to; None while it measures, and outside of a verb.
        self.inner = None
        self._loop = None

    def answer(self, line, name):
        """The reply to a line, and whether it is the last."""
        try:
            request = json.loads(line)
            kind = request["request"]
        except (ValueError, LookupError, TypeError):
            refusal = _Refusal("bad-request", f"This is not a request: {line}")
            return {"ok": False, "error": _error(refusal)}, False
        try:
            return self._answer(kind, request, name), kind == "bye"
        except Exception as error:
            if not isinstance(error, _Refusal):
                _tell(error)
            return {"ok": False, "error": _error(error)}, False

    def _answer(self, kind, request, name):
        if kind == "hello":
            return {
                "ok": True, "protocol": PROTOCOL, "driver": name, "verbs": list(self.verbs),
                # Nothing counts its instructions, so nobody need start it under Valgrind.
                "counts": [],
            }
        if kind == "prepare":
            # Without a fixture there is nobody to heed the scenario's, so its settings are refused.
            make = self.make or _Function(lambda directory: None)
            call = make.bound((request["directory"],), request["fixture"])
            if self.make:
                self.app = (self._awaited(call()),)
            self.is_prepared = True
            # What making the fixture left behind is to be in no step.
            gc.collect()
            return {"ok": True}
        if kind == "step":
            return self._step(request)
        if kind == "bye":
            return {"ok": True}
        raise _Refusal("bad-request", f"There is no request {kind!r}.")

    def _awaited(self, result):
        if not inspect.isawaitable(result):
            return result
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(result)

    def _step(self, request):
        if not self.is_prepared:
            raise _Refusal("not-prepared", "'prepare' has to come first.")
        if request["verb"] not in self.verbs:
            known = ", ".join(self.verbs)
            raise _Refusal("unknown-verb", f"There is no verb '{request['verb']}'; known: {known}.")
        if request.get("count"):
            raise _Refusal("not-counted", "The kit for Python does not count instructions.")
        call = self.verbs[request["verb"]].bound(self.app, request["arguments"])
        cost, digest, first = _Cost(), hashlib.blake2b(digest_size=8), None
        repetitions = max(1, request["repeat"])
        # Reserved before the step, which is to take no memory for it.
        elapsed = array.array("q", bytes(8 * repetitions)) if request.get("elapsed") else None
        for repetition in range(1, repetitions + 1):
            earlier = cost.values[0]
            try:
                ending = {"outcome": self._facts(self._timed(cost, call), cost, digest)}
            except Exception as error:
                # An app's own exceptions may be what the scenario expects.
                if first is None and type(error).__module__ == "builtins":
                    _tell(error)
                ending = {"error": _error(error)}
            if elapsed:
                elapsed[repetition - 1] = cost.values[0] - earlier
            first = first or ending
            if not _is_same(first, ending):
                raise _Refusal(
                    "unsteady-outcome",
                    f"Repetition {repetition} led to {_words(ending)}, the first to "
                    f"{_words(first)}.")
        reply = {"ok": "outcome" in first, "cost": dict(zip(COST_KEYS, cost.values)), **first}
        if reply["ok"]:
            reply["digest"] = digest.hexdigest()
        if elapsed:
            reply["elapsed"] = " ".join(map(str, elapsed))
        sys.stdout.flush()
        return reply

    def _timed(self, cost, call):
        """What a call returns; its cost is that of all of it, or of what `measured` was around."""
        inner = self.inner = _Cost()
        begin = _Cost.begin()
        whole = _Cost()
        try:
            result = call()
            if not inspect.isawaitable(result):
                return result

            async def measure():
                nonlocal begin
                # Neither the way into the event loop nor the way out of it.
                begin = _Cost.begin()
                try:
                    return await result
                finally:
                    whole.end(begin)

            return self._awaited(measure())
        finally:
            if not whole.is_used:
                whole.end(begin)
            cost.add((inner if inner.is_used else whole).values)
            self.inner = None

    def _facts(self, result, cost, digest):
        """The facts of what a verb returned, all of which is digested."""
        rest = None
        if isinstance(result, Outcome):
            facts, rest = _checked(result.facts), result.digest
        elif isinstance(result, dict):
            facts = _checked(result)
        elif _is_fact(result):
            facts = {"value": result}
        elif isinstance(result, (collections.abc.Iterator, collections.abc.AsyncIterator)):
            return {"count": self._consumed(result, cost, digest)}
        elif isinstance(result, collections.abc.Sized):
            facts, rest = {"count": len(result)}, result
        else:
            facts, rest = {"done": True}, result
        digest.update(_text(facts).encode())
        # JSON writes a list, a dict or a text of the app's own without its fields, such as a page's total.
        held = result.digest if isinstance(result, Outcome) else result
        if isinstance(held, (list, tuple, dict, str)) and (fields := _fields(held)[0]):
            digest.update(_text(fields).encode())
        if isinstance(rest, collections.abc.Iterator) or (
                isinstance(rest, (list, tuple)) and len(rest) > CHUNK):
            rest = iter(rest)
            while chunk := list(itertools.islice(rest, CHUNK)):
                digest.update(_text(chunk).encode())
        else:
            digest.update(_text(rest).encode())
        return facts

    def _consumed(self, iterator, cost, digest):
        """How many elements a generator has. Making them is the app's work, and measured; a part of
        them at a time is digested, which is not."""
        count = 0

        async def taken():
            elements = []
            async for element in iterator:
                elements.append(element)
                if len(elements) == CHUNK:
                    break
            return elements

        is_async = isinstance(iterator, collections.abc.AsyncIterator)
        take = taken if is_async else lambda: list(itertools.islice(iterator, CHUNK))
        while chunk := self._timed(cost, take):
            count += len(chunk)
            digest.update(_text(chunk).encode())
        return count


def _error(error):
    return {"code": _code(error), "message": str(error) or type(error).__name__}


def _tell(error):
    """What is no refusal of the app's own is likely to be a mistake: where, is told."""
    traceback.print_exception(type(error), error, error.__traceback__)


def _is_same(first, ending):
    """Refusals are the same when their codes are: their texts may name different things."""
    if "error" in first and "error" in ending:
        return first["error"]["code"] == ending["error"]["code"]
    return first == ending


def _words(ending):
    if "error" in ending:
        return f"the refusal '{ending['error']['code']}' ({ending['error']['message']})"
    return json.dumps(ending["outcome"], sort_keys=True)


_driver = _Driver()


def fixture(function):
    """Declares what makes the app, of the run's own directory and the scenario's `fixture`."""
    _driver.make = _Function(function)
    return function


def verb(function=None, *, name=None):
    """Declares something a story can do: by the function's name, with hyphens, or by `name`."""
    if function is None:
        return lambda function: verb(function, name=name)
    _driver.verbs[name or function.__name__.replace("_", "-")] = _Function(function)
    return function


def _streams():
    """Requests and replies: the app, and what it starts, can neither read these nor write among those."""
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return requests, replies


def _send(replies, reply):
    replies.write(json.dumps(reply) + "\n")
    replies.flush()


def serve(name=None):
    """Answers requests until `bye`, then exits with 0; with 1 where the harness went away, with 64 if it is to be
    slower by a handicap, which only drivers in Swift can be."""
    # Without it a build would be thought to be slower by a known share.
    if any(word.partition("=")[0] == "--handicap" for word in sys.argv[1:]):
        print("Error: a driver made with the kit for Python has no --handicap.", file=sys.stderr)
        sys.exit(64)
    name = name or os.path.splitext(os.path.basename(sys.argv[0]))[0]
    requests, replies = _streams()
    for line in requests:
        reply, is_last = _driver.answer(line, name)
        _send(replies, reply)
        if is_last:
            sys.exit(0)
    sys.exit(1)

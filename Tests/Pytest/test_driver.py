"""The driver that replays one test, by the lines that it answers."""
import json
import subprocess
import sys

import pytest

TESTS = """
import pytest

made = []

@pytest.fixture
def words():
    yield ["b", "a"]
    print("torn down")
    with open("torn-down", "w") as file:
        file.write(str(len(made)))

@pytest.mark.parametrize("reverse", [False, True])
def test_sort(rehearse, words, reverse):
    print("no reply")
    def sort():
        made.append(1)
        return sorted(words, reverse=reverse)
    assert rehearse(sort)[0] == "a"

def test_fault(rehearse):
    rehearse(int, "no number")

def test_twice(rehearse):
    rehearse(len, "a")
    rehearse(len, "b")

def test_never(rehearse):
    pytest.skip("not here")

def test_later(rehearse):
    def words():
        yield "a"
    rehearse(words)
"""


@pytest.fixture
def replies(tmp_path):
    (tmp_path / "test_words.py").write_text(TESTS)
    # What a project has its tests run with is not for one test alone.
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")

    def ask(test, *requests, status=0):
        lines = [
            {"request": "hello", "protocol": 1},
            {"request": "prepare", "fixture": {"helpers": ["conftest.py"]}, "directory": "/tmp"},
            {"request": "step", "verb": "begin", "repeat": 1,
             "arguments": {"file": "test_words.py", "test": test}}, *requests]
        end = subprocess.run(
            [sys.executable, "-B", "-m", "pytest_rehearse.driver", "--import-mode=prepend"], cwd=tmp_path,
            input="".join(json.dumps(line) + "\n" for line in lines), text=True, capture_output=True,
            check=False)
        assert end.returncode == status, end.stderr
        return list(map(json.loads, end.stdout.splitlines()))
    return ask


CALL = {"request": "step", "verb": "call", "arguments": {}, "repeat": 3, "elapsed": True}
BYE = {"request": "bye"}


def test_the_call_alone_is_measured_and_the_test_goes_on_at_the_end(replies, tmp_path):
    hello, prepared, begun, called, bye = replies("test_sort[False]", CALL, BYE)
    assert hello["verbs"] == ["begin", "call"] and hello["protocol"] == 1
    assert prepared == bye == {"ok": True}
    assert begun["ok"] and begun["outcome"] == {"begun": True}
    assert called["outcome"] == {"done": True} and len(called["elapsed"].split()) == 3
    assert called["cost"]["cpu_ns"] > 0
    # Three calls, and then what the fixture tears down.
    assert (tmp_path / "torn-down").read_text() == "3"


def test_an_assertion_that_fails_at_the_end_is_a_refusal(replies):
    bye = replies("test_sort[True]", CALL, BYE)[-1]
    assert not bye["ok"] and bye["error"]["code"] == "test-failed"
    assert "assert 'b' == 'a'" in bye["error"]["message"]


def test_a_call_that_raises_is_a_refusal(replies):
    called = replies("test_fault", CALL, BYE)[3]
    assert not called["ok"] and called["error"]["code"] == "value-error"


def test_a_call_that_only_makes_a_generator_is_refused_at_the_end(replies):
    bye = replies("test_later", CALL, BYE)[-1]
    assert bye["error"]["code"] == "test-failed"
    assert "returned a generator, whose work would be done after it" in bye["error"]["message"]


@pytest.mark.parametrize("test, found", [("test_never", "not here"), ("test_none", "test_none")])
def test_a_test_without_the_call_is_refused_by_its_reason(replies, test, found):
    begun, bye = replies(test, BYE)[2:]
    assert begun["error"]["code"] == "not-replayed" and found in begun["error"]["message"]
    assert bye == {"ok": True}


def test_a_second_call_is_refused(replies):
    bye = replies("test_twice", CALL, BYE)[-1]
    assert "A test has one call of 'rehearse'" in bye["error"]["message"]


def test_the_driver_ends_with_status_1_if_the_harness_goes_away(replies):
    assert len(replies("test_sort[False]", CALL, status=1)) == 4

"""Replays tests against another revision by Rehearse, and fails those that a change made worse."""
import pytest

# The test that a driver replays; in a process of its own, whose main module is none of the package's.
REPLAY = pytest.StashKey()

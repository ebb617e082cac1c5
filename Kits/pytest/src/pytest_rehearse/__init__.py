"""Replays tests against another revision by Rehearse, and fails those that a change made worse."""

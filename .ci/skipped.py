#!/usr/bin/env python3
"""Hands on what `swift test` prints, and says at the end which tests this run left out, by reason."""
import collections
import re
import sys

SKIPPED = re.compile(r'^\S+ (Test|Suite) .* skipped(?:: "(.*)")?\.?$')
reasons = collections.Counter()
for line in sys.stdin:
    sys.stdout.write(line)
    sys.stdout.flush()
    if match := SKIPPED.match(line.rstrip("\n")):
        # A suite that is skipped says the same once more for each of its tests.
        reasons[match[2] or "no reason given"] += match[1] == "Test"
for reason, count in sorted(reasons.items(), key=lambda item: -item[1]):
    print(f"Not tested by this run: {count} {'test' if count == 1 else 'tests'} ({reason.rstrip('.')})")

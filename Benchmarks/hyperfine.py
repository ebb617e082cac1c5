"""What hyperfine says of two commands."""
import json
import statistics
import subprocess
import tempfile

from scipy import stats


def verdict(same, other, runs, *options):
    """1 if the other takes longer, -1 if it takes less time, and 0 if they don't differ by the test that comes with
    hyperfine: Welch's, at 5 %."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        subprocess.run(
            ["hyperfine", *options, "--runs", str(runs), "--export-json", file.name, same, other],
            check=True, capture_output=True)
        before, after = (one["times"] for one in json.load(file)["results"])
    if stats.ttest_ind(before, after, equal_var=False).pvalue > 0.05:
        return 0
    return 1 if statistics.mean(after) > statistics.mean(before) else -1

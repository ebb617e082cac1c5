"""The engines' scripts beside what seldom happens: programs answer in name only, so nothing is measured here."""
import os
import subprocess
import unittest

import yaml

from test_engines import CHECK, ENGINES, Stage

# In place of the program: a store has a part where it says so, and each call is noted.
PROGRAM = """#!/bin/sh
echo "$1" >> "$HOME/called"
for word; do [ "$last" != --store ] || store=$word; last=$word; done
case $1 in
  resume) exit "$(cat "$HOME/resumed" 2> /dev/null || echo 0)" ;;
  merge) grep -q part "$2" ;;
  *) cat "$HOME/made" > "$store"; exit "$(cat "$HOME/status" 2> /dev/null || echo 0)" ;;
esac
"""


class Stubs(Stage):
    """What is called is there in name only, so that it answers as it seldom does."""

    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        self.environment["PATH"] = f"{self.folder}/bin:{os.environ['PATH']}"

    def program(self, name, text):
        path = self.folder / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def called(self):
        path = self.folder / "called"
        return path.read_text().split() if path.exists() else []


class PartlessTests(Stubs):
    """Stores that are there, and hold no part."""

    def setUp(self):
        super().setUp()
        self.program("rehearse", PROGRAM)
        (self.folder / "made").write_text("part")

    def part(self, status=0):
        return self.call(
            ENGINES / "part.sh", "1/3", self.parts, *CHECK, status=status, PART_MACHINE="n1")

    def left(self, made=""):
        """Where a part was begun on this machine and interrupted, by default before its experiment."""
        (self.folder / "status").write_text("130")
        (self.folder / "made").write_text(made)
        self.part(status=130)
        (self.folder / "status").unlink()
        (self.folder / "called").unlink()

    def test_a_revision_that_did_not_build_leaves_no_part(self):
        (self.folder / "status").write_text("3")
        (self.folder / "made").write_text("")
        self.assertIn("part 1/3 was not made", self.part(status=3))
        self.assertEqual(list(self.parts.iterdir()), [])
        # Failed runs are of a part that is there.
        (self.folder / "made").write_text("part")
        self.part()
        self.assertEqual((self.parts / "part-1.sqlite").read_text(), "part")

    def test_a_store_that_was_left_before_its_experiment_began_is_made_anew(self):
        self.left()
        (self.folder / "made").write_text("part")
        self.part()
        self.assertEqual(self.called(), ["resume", "merge", "check", "merge"])
        self.assertEqual((self.parts / "part-1.sqlite").read_text(), "part")

    def test_failed_runs_of_what_went_on_are_kept_and_not_made_again(self):
        self.left("part")
        (self.folder / "resumed").write_text("3")
        self.assertIn("went on", self.part())
        self.assertEqual(self.called(), ["resume", "merge"])
        self.assertTrue((self.parts / "part-1.sqlite").exists())

    def test_a_call_that_made_nothing_is_not_passed(self):
        (self.folder / "made").write_text("")
        self.assertIn("part 1/3 was not made", self.part(status=1))

    def test_a_job_of_githubs_matrix_passes_if_its_part_can_be_merged(self):
        workflow = yaml.safe_load((ENGINES / "github.yml").read_text())
        [measure] = [step["run"] for step in workflow["jobs"]["part"]["steps"] if step.get("name") == "Measure"]
        for status, made, ended in (0, "part", 0), (3, "part", 0), (3, "", 1), (5, "part", 1):
            (self.folder / "status").write_text(str(status))
            (self.folder / "made").write_text(made)
            done = subprocess.run(
                ["bash", "-e", "-c", measure.replace("${{ matrix.part }}", "1")], cwd=self.folder,
                env=self.environment | workflow["env"] | {"RUNNER_NAME": "n1"})
            self.assertEqual(done.returncode, ended)


class FailedRunsTests(Stubs):
    def test_runs_that_failed_are_no_success(self):
        self.parts.mkdir()
        (self.parts / "part-1.sqlite").touch()
        for failed, status in ((0, 0), (12, 3)):
            self.program(
                "rehearse", f'#!/bin/sh\n[ $1 != list ] || echo \'[{{"runs" : 30, "failed" : {failed}}}]\'\n')
            self.call(ENGINES / "merge.sh", self.parts, "run", status=status)
        # A list that fails says nothing of them.
        self.program("rehearse", "#!/bin/sh\n[ $1 != list ] || exit 1\n")
        self.call(ENGINES / "merge.sh", self.parts, "run", status=1)


class OwnerTests(Stubs):
    def test_what_git_refuses_to_tell_is_not_taken_for_nothing(self):
        self.program("git", "#!/bin/sh\necho \"fatal: detected dubious ownership in repository\" >&2; exit 128\n")
        said = self.call(ENGINES / "begin.sh", self.parts, *CHECK, status=1)
        self.assertIn("Error: what the parts are of is unknown: fatal: detected dubious", said)


class ControllerTests(Stubs):
    """A controller of Slurm that is too busy to answer at first."""

    def test_a_job_has_not_ended_because_nobody_knows_of_it(self):
        for name in ("sbatch", "squeue", "rehearse"):
            self.program(name, f"""#!/bin/sh
echo {name} >> "$HOME/called"
case {name} in
  sbatch) echo "7;cluster"; touch "$HOME/parts/part-1.sqlite" ;;
  squeue)
    case $(grep -c squeue "$HOME/called") in
      1) exit 1 ;;
      2) echo 6; echo 7 ;;
      *) echo 77 ;;
    esac ;;
esac
""")
        self.call(ENGINES / "slurm.sh", 1, self.parts, *CHECK)
        self.assertEqual(self.called(), ["sbatch", *["squeue"] * 3, *["rehearse"] * 2])
        # A part of one is none of two.
        said = self.call(ENGINES / "slurm.sh", 2, self.parts, *CHECK, status=5)
        self.assertIn("the parts in", said)


if __name__ == "__main__":
    unittest.main()

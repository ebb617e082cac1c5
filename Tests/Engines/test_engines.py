"""The engines that make the parts of an experiment, for real: Slurm with several slurmd, GNU parallel over
sshd, and the steps of GitHub's matrix, all on this machine and its loopback alone.

    REHEARSE=FOLDER python3 -m unittest discover --start-directory Tests/Engines

It needs root, and Debian's slurm-wlm, munge, parallel, openssh-server and rsync; what can't be had is
skipped, with the reason. Nothing here is about time: one machine that plays several measures nothing.
"""
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ROOT / "Engines"
BUILT = pathlib.Path(os.environ.get("REHEARSE", ROOT / ".build/debug")).resolve()
PATIENCE = 150  # s, for what takes a minute

# Each run first takes note of itself. Where there is a file 'hold', as many runs as it says go on, and all
# others wait until it is gone.
SCENARIO = """\
scenario: loop
builds:
  old: { variables: { n: "2000" } }
  new: { variables: { n: "2000" } }
runs: 3
stories:
  add:
    steps:
      - shell: 'echo >> HOME/started; while [ $(wc -l < HOME/started) -gt $(cat HOME/hold 2> /dev/null || echo 9999) ]; do sleep 0.05; done; i=0; while [ $i -lt ${n} ]; do i=$((i+1)); done; echo $i'
        expect: { lines: 1 }
gates: [{ metric: cpu-time, at-most: +900% }]
"""
# What runs note is read by others, which a check refuses where it records what they read.
CHECK = ["check", "loop.yml", "--pairs", "6", "--seed", "7", "--quiet", "--no-inputs"]


def waited(condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError("waited in vain")


def missing(*programs):
    if os.geteuid() != 0:
        return "it takes root"
    absent = [name for name in programs if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")]
    return f"there is no {', '.join(absent)}" if absent else None


def rows(store, query):
    with sqlite3.connect(store) as database:
        return database.execute(query).fetchall()


class Stage(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="engines-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.parts = self.folder / "parts"
        self.environment = {
            "PATH": f"{BUILT}:{os.environ['PATH']}:/usr/sbin", "HOME": str(self.folder),
            "TMPDIR": str(self.folder / "tmp"), "LC_ALL": "C.UTF-8", "REHEARSE_PROGRESS": "never"}
        (self.folder / "tmp").mkdir()
        (self.folder / "loop.yml").write_text(SCENARIO.replace("HOME", str(self.folder)))

    def call(self, *words, status=0, **more):
        done = subprocess.run(
            [str(word) for word in words], cwd=self.folder, env=self.environment | more,
            capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr + self.logs())
        return done.stdout + done.stderr

    def git(self, *words):
        subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words], cwd=self.folder, check=True,
            env=self.environment, capture_output=True)

    def logs(self):
        return "".join(
            f"\n{path.name}: {path.read_text(errors='replace')[-2000:]}"
            for pattern in ("parts/*.log", "slurm/log/*") for path in self.folder.glob(pattern))

    def started(self):
        path = self.folder / "started"
        return len(path.read_text()) if path.exists() else 0

    def expect_whole(self, parts=3, said=""):
        """All rounds are there, each once, and each part was made on one machine."""
        merged = self.parts / "merged.sqlite"
        pairs = rows(merged, "SELECT round, count(*) FROM run WHERE arrangement IS NOT NULL GROUP BY round")
        self.assertEqual(pairs, [(round, 2) for round in range(1, 7)], said)
        # The runs that no pair needs are made by one part alone, each once.
        repeated = rows(merged, """SELECT kind, story, build, round FROM run WHERE arrangement IS NULL
            GROUP BY kind, story, build, round HAVING count(*) > 1""")
        self.assertEqual(repeated, [])
        [(count, done)] = rows(
            merged, "SELECT json_array_length(partition, '$.parts'), completedAt IS NOT NULL FROM experiment")
        self.assertEqual((count, done), (parts, 1))

    def expect_decided_early(self, first, said):
        """Two loops that are the same are within +900 % after the first pairs: no other part was made."""
        self.assertIn(f"It is decided after the first {first}, as the plan allows", said)
        self.assertEqual(
            sorted(path.name for path in self.parts.glob("part-*.sqlite")),
            [f"part-{number}.sqlite" for number in range(1, first + 1)])
        [(decided, done)] = rows(self.parts / "merged.sqlite", """
            SELECT partition ->> '$.decidedAfter', completedAt IS NOT NULL FROM experiment""")
        self.assertEqual((decided, done), (first, 1))

    def machines(self):
        return [name for name, in rows(self.parts / "merged.sqlite", """
            SELECT value ->> '$.machine' FROM experiment, json_each(partition, '$.parts')""")]


class PartTests(Stage):
    def part(self, number, *, on, status=0):
        return self.call(
            ENGINES / "part.sh", f"{number}/3", self.parts, *CHECK, status=status, PART_MACHINE=on)

    def kill(self, number, *, on):
        """Kills the part in the middle of its second pair."""
        started = self.started()
        (self.folder / "hold").write_text(f"{started + 2}")
        process = subprocess.Popen(
            [str(ENGINES / "part.sh"), f"{number}/3", str(self.parts), *CHECK], cwd=self.folder,
            env=self.environment | {"PART_MACHINE": on}, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        waited(lambda: self.started() > started + 2 or process.poll() is not None)
        self.assertIsNone(process.poll())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        (self.folder / "hold").unlink()

    def test_parts_are_made_once_and_decide_together(self):
        for number in (1, 2, 3):
            self.part(number, on=f"n{number}")
        before = self.started()
        self.assertIn("is there already", self.part(2, on="n9"))
        self.assertEqual(self.started(), before)
        self.call(ENGINES / "merge.sh", self.parts, "check")
        self.expect_whole()
        self.assertEqual(self.machines(), ["n1", "n2", "n3"])

    def test_what_is_missing_is_not_passed(self):
        self.part(1, on="n1")
        self.part(3, on="n3")
        said = self.call(ENGINES / "merge.sh", self.parts, "check", status=5)
        self.assertIn("part 2 of 3 is missing, so nothing is decided", said)
        said = self.call(ENGINES / "merge.sh", self.parts, "compare", status=5)
        self.assertIn("Nothing is decided: part 2 of 3 is missing.", said)
        self.assertNotIn("No regression", said)

    def test_a_revision_that_does_not_build_leaves_no_part(self):
        (self.folder / "loop.yml").write_text("""\
scenario: loop
builds: { only: { make: ["false"], variables: { kind: plain } } }
stories: { add: { steps: [{ run: [./add] }] } }
""")
        for words in (["init", "-q", "-b", "main"], ["add", "loop.yml"], ["commit", "-qm", "one"]):
            self.git(*words)
        said = self.call(
            ENGINES / "part.sh", "1/3", self.parts, *CHECK, "--against", "main", status=3, PART_MACHINE="n1")
        self.assertRegex(said, "do(es)? not build")
        self.assertEqual(list(self.parts.glob("*")) + list((self.folder / "tmp").glob("rehearse-*")), [])

    def test_a_part_that_was_killed_goes_on_on_its_machine(self):
        self.kill(1, on="n1")
        self.assertFalse(list(self.parts.glob("*")))
        self.assertIn("goes on", self.part(1, on="n1"))
        for number in (2, 3):
            self.part(number, on="n2")
        self.call(ENGINES / "merge.sh", self.parts, "check")
        self.expect_whole()
        self.assertEqual(self.machines(), ["n1", "n2", "n2"])

    def test_what_was_begun_of_other_files_does_not_go_on(self):
        self.parts.mkdir()
        (self.parts / "experiment").write_text("of one commit\n")
        self.kill(1, on="n1")
        (self.parts / "experiment").write_text("of another\n")
        self.assertNotIn("goes on", self.part(1, on="n1"))

    def test_a_part_that_was_killed_is_made_anew_on_another_machine(self):
        self.kill(1, on="n1")
        self.assertNotIn("goes on", self.part(1, on="n2"))
        for number in (2, 3):
            self.part(number, on="n2")
        self.call(ENGINES / "merge.sh", self.parts, "check")
        self.expect_whole()
        self.assertEqual(self.machines(), ["n2", "n2", "n2"])


class BeginTests(Stage):
    def begin(self, *words, status=0):
        return self.call(ENGINES / "begin.sh", self.parts, *CHECK, *words, status=status)

    def test_parts_count_only_for_the_files_revisions_and_options_that_they_were_made_of(self):
        self.git("init", "-q", "-b", "main")
        self.git("add", "loop.yml")
        self.git("commit", "-qm", "one")
        self.git("branch", "base")
        self.begin("--against", "base")
        # Nothing was made yet, so anything may be.
        self.begin("--against=base")
        (self.parts / "part-1.sqlite").touch()
        self.begin("--against=base")
        self.assertIn("other files, revisions or options", self.begin("--against", "main", status=5))
        (self.folder / "loop.yml").write_text("changed")
        self.begin("--against=base", status=5)
        self.git("checkout", "-q", "loop.yml")
        self.begin("--against=base")
        self.git("commit", "-qm", "two", "--allow-empty")
        self.begin("--against=base", status=5)
        self.git("reset", "-q", "--soft", "base")
        self.begin("--against=base")
        self.git("commit", "-qm", "three", "--allow-empty")
        self.git("branch", "-f", "base")
        self.git("reset", "-q", "--soft", "HEAD^")
        # The revision that it is compared with has moved.
        self.begin("--against=base", status=5)

    def test_what_was_put_together_of_parts_goes_with_them(self):
        self.begin()
        for name in ("part-1.sqlite", "merged.sqlite", "merged.sqlite-wal"):
            (self.parts / name).touch()
        self.begin()
        self.assertTrue((self.parts / "merged.sqlite").exists())
        (self.parts / "part-1.sqlite").unlink()
        self.begin("--strict")
        self.assertEqual([path.name for path in self.parts.iterdir()], ["experiment"])

    def test_outside_of_a_repository_words_tell_parts_apart(self):
        self.begin()
        (self.parts / "part-1.sqlite").touch()
        self.begin()
        self.begin("--strict", status=5)


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


SLURM = """\
ClusterName=rehearse
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmctldParameters=enable_configless
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=10
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/run/ctld.pid
SlurmdPidFile={folder}/run/%n.pid
SlurmctldLogFile={folder}/log/ctld.log
SlurmdLogFile={folder}/log/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SlurmdTimeout=5
InactiveLimit=0
KillWait=3
JobRequeue=1
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
NodeName=m[1-3] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{ports[1]}-{ports[3]}] CPUs={cpus} CoresPerSocket={cpus} Sockets=1 ThreadsPerCore=1 State=UNKNOWN
PartitionName=bench Nodes=m[1-3] Default=YES MaxTime=INFINITE State=UP OverSubscribe=EXCLUSIVE
"""


@unittest.skipIf(missing("slurmctld", "slurmd", "sbatch", "munged"),
                 f"Slurm: {missing('slurmctld', 'slurmd', 'sbatch', 'munged')}")
class SlurmTests(Stage):
    """A controller and three nodes, with a munged of their own."""

    def setUp(self):
        super().setUp()
        self.slurm = self.folder / "slurm"
        for name in ("state", "spool", "log", "run"):
            (self.slurm / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        self.processes = {}
        self.addCleanup(self.stop)
        key = self.slurm / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.start("munged", "munged", "--foreground", "--force", f"--key-file={key}",
                   f"--socket={self.slurm}/munge.socket", f"--pid-file={self.slurm}/run/munged.pid",
                   f"--log-file={self.slurm}/log/munged.log", f"--seed-file={self.slurm}/munge.seed")
        waited((self.slurm / "munge.socket").exists)
        # The nodes' ports have to follow each other.
        base = next(port for port in range(17000, 30000, 7) if all(map(self.is_free, range(port, port + 4))))
        conf = self.slurm / "slurm.conf"
        conf.write_text(SLURM.format(
            host=socket.gethostname(), folder=self.slurm, ports=range(base, base + 4), cpus=os.cpu_count()))
        self.environment["SLURM_CONF"] = str(conf)
        self.start("slurmctld", "slurmctld", "-D", "-f", conf)
        for node in ("m1", "m2", "m3"):
            self.start(node, "slurmd", "-D", "-N", node, "-f", conf)
        waited(lambda: self.nodes() == {"m1": "idle", "m2": "idle", "m3": "idle"})

    @staticmethod
    def is_free(port):
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) != 0

    def start(self, name, *words):
        with open(self.slurm / f"log/{name}.out", "w") as log:
            self.processes[name] = subprocess.Popen(
                [str(word) for word in words], env=self.environment, start_new_session=True, stdout=log,
                stderr=subprocess.STDOUT)

    def nodes(self):
        done = subprocess.run(["sinfo", "--noheader", "--Node", "--format=%N %t"], env=self.environment,
                              capture_output=True, text=True)
        return dict(line.split() for line in done.stdout.splitlines())

    def below(self, pid):
        """A process and all that it started, by the kernel's lists."""
        found, left = [], [pid]
        while left:
            found.append(left.pop())
            try:
                for task in pathlib.Path(f"/proc/{found[-1]}/task").iterdir():
                    left += map(int, (task / "children").read_text().split())
            except FileNotFoundError:
                pass
        return found

    def stop(self):
        for process in reversed(self.processes.values()):
            for pid in self.below(process.pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()

    def test_parts_run_on_nodes_of_their_own(self):
        said = self.call(ENGINES / "slurm.sh", 3, self.parts, *CHECK)
        self.expect_whole(said=said)
        self.assertLessEqual(set(self.machines()), {"m1", "m2", "m3"})

    def test_no_more_parts_are_made_than_it_takes_to_decide(self):
        self.environment["PART_INTERIM"] = "2"
        said = self.call(ENGINES / "slurm.sh", 3, self.parts, *CHECK)
        self.expect_decided_early(2, said)

    def test_the_part_of_a_node_that_dies_is_made_again_and_none_twice(self):
        (self.folder / "hold").write_text("0")
        job = subprocess.Popen(
            [str(ENGINES / "slurm.sh"), "3", str(self.parts), *CHECK], cwd=self.folder,
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        waited(lambda: self.started() > 0 and "alloc" in self.nodes().get("m2", ""))
        doomed = waited(lambda: self.members("m2"))
        self.processes["m2"].kill()
        self.processes["m2"].wait()
        for pid in doomed:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        (self.folder / "hold").unlink()
        said, _ = job.communicate(timeout=PATIENCE)
        self.assertEqual(job.returncode, 0, said + self.logs())
        self.expect_whole(said=said)
        self.assertNotIn("m2", self.machines())
        self.assertIn("due to failure of node m2", (self.slurm / "log/ctld.log").read_text())

    def members(self, node):
        """All processes of a node's job: those that have its name in their environment."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (path / "environ").read_bytes().split(b"\0")
                own = f"SLURM_CONF={self.slurm}/slurm.conf".encode()
                if own in words and f"SLURMD_NODENAME={node}".encode() in words:
                    found.append(int(path.name))
            except (FileNotFoundError, PermissionError, ProcessLookupError):
                pass
        if not found:
            return []
        # Their stepd is the parent of the eldest.
        parents = {self.parent(pid) for pid in found} - set(found) - {None}
        return [*found, *(pid for pid in parents if self.name(pid).startswith("slurmstepd"))]

    @staticmethod
    def parent(pid):
        try:
            return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except FileNotFoundError:
            return None

    @staticmethod
    def name(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/comm").read_text()
        except FileNotFoundError:
            return ""


@unittest.skipIf(missing("parallel", "sshd", "ssh", "rsync"),
                 f"GNU parallel: {missing('parallel', 'sshd', 'ssh', 'rsync')}")
class ParallelTests(Stage):
    """Three hosts by ssh on the loopback, one of which does not answer."""

    def setUp(self):
        super().setUp()
        self.ssh = self.folder / "ssh"
        self.ssh.mkdir(mode=0o700)
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.ssh / name],
                           check=True)
        shutil.copy(self.ssh / "user.pub", self.ssh / "authorized")
        self.folder.chmod(0o755)
        self.port, dead = free_ports(2)
        user = pwd.getpwuid(os.geteuid()).pw_name
        (self.ssh / "sshd_config").write_text(f"""\
ListenAddress 127.0.0.1:{self.port}
HostKey {self.ssh}/host
AuthorizedKeysFile {self.ssh}/authorized
PidFile {self.ssh}/pid
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
SetEnv PATH={self.environment['PATH']} TMPDIR={self.environment['TMPDIR']} REHEARSE_PROGRESS=never
""")
        (self.ssh / "config").write_text("".join(f"""\
Host {name}
  HostName 127.0.0.1
  Port {port}
  User {user}
  IdentityFile {self.ssh}/user
  StrictHostKeyChecking no
  UserKnownHostsFile {self.ssh}/known
  LogLevel ERROR
""" for name, port in (("n1", self.port), ("n2", self.port), ("dead", dead))))
        pathlib.Path("/run/sshd").mkdir(exist_ok=True)
        sshd = shutil.which("sshd", path="/usr/sbin")
        with open(self.ssh / "log", "w") as log:
            self.sshd = subprocess.Popen([sshd, "-D", "-e", "-f", self.ssh / "sshd_config"], stderr=log)
        self.addCleanup(lambda: (self.sshd.terminate(), self.sshd.wait()))
        waited(lambda: not SlurmTests.is_free(self.port))
        self.environment |= {"PART_SSH": f"ssh -F {self.ssh}/config", "PART_TIMEOUT": "3"}

    def test_a_dead_hosts_parts_are_made_by_others(self):
        (self.folder / "hosts").write_text("1/n1\n1/n2\n1/dead\n")
        said = self.call(ENGINES / "parallel.sh", "hosts", 3, self.parts, *CHECK)
        self.expect_whole(said=said)
        self.assertLessEqual(set(self.machines()), {"n1", "n2"})

    def test_no_more_parts_are_made_than_it_takes_to_decide(self):
        (self.folder / "hosts").write_text("1/n1\n1/n2\n")
        self.environment["PART_INTERIM"] = "1"
        said = self.call(ENGINES / "parallel.sh", "hosts", 3, self.parts, *CHECK)
        self.expect_decided_early(1, said)

    def test_parts_that_no_host_makes_are_missing(self):
        (self.folder / "hosts").write_text("1/dead\n")
        said = self.call(ENGINES / "parallel.sh", "hosts", 1, self.parts, *CHECK, status=5)
        self.assertIn("there is no part", said)
        # It is called again, where hosts are there.
        (self.folder / "hosts").write_text("1/n1\n")
        self.call(ENGINES / "parallel.sh", "hosts", 2, self.parts, *CHECK)
        self.expect_whole(parts=2)


class GitHubTests(Stage):
    """The workflow, step by step, each part in a clone of its own."""

    def test_the_matrix_measures_and_decides(self):
        workflow = yaml.safe_load((ENGINES / "github.yml").read_text())
        part, decide = workflow["jobs"]["part"], workflow["jobs"]["decide"]
        numbers = part["strategy"]["matrix"]["part"]
        self.assertEqual(numbers, list(range(1, int(workflow["env"]["PARTS"]) + 1)))
        self.assertEqual(decide["needs"], "part")
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        (self.folder / "origin").mkdir()
        # Here no run is held, so none takes note of itself.
        scenario = re.sub(r"echo >> .*?done; (?=i=0)", "", (self.folder / "loop.yml").read_text())
        (self.folder / "origin/loop.yml").write_text(scenario)
        for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-qm", "one"],
                      ["commit", "-qm", "two", "--allow-empty"]):
            subprocess.run([*git, *words], cwd=self.folder / "origin", check=True)
        environment = self.environment | workflow["env"] | {
            "SCENARIO": "loop.yml", "PAIRS": "12", "HOME": str(self.folder)}
        artifacts = self.folder / "artifacts"
        artifacts.mkdir()
        for number in numbers:
            clone = self.folder / f"clone-{number}"
            subprocess.run(["git", "clone", "-q", self.folder / "origin", clone], check=True)
            self.steps(part, clone, environment | {"RUNNER_NAME": f"runner {number}"}, number)
            [path] = clone.glob("part-*.sqlite")
            shutil.copy(path, artifacts)
        self.steps(decide, artifacts, environment, None)
        [(count, done)] = rows(artifacts / "merged.sqlite", """
            SELECT json_array_length(partition, '$.parts'), completedAt IS NOT NULL FROM experiment""")
        self.assertEqual((count, done), (6, 1))

    def test_a_part_installs_what_sends_requests_too(self):
        workflow = yaml.safe_load((ENGINES / "github.yml").read_text())
        [install] = [step["run"] for step in workflow["jobs"]["part"]["steps"] if step.get("name") == "Install"]
        done = subprocess.run(
            ["bash", "-e", "-c", f'curl() {{ echo "$@"; }}; sudo() {{ echo "$@"; }}\n{install}'],
            cwd=self.folder, env=self.environment | workflow["env"], capture_output=True, text=True,
            check=True)
        fetched, installed = done.stdout.splitlines()
        folder = "https://github.com/OWNER/rehearse/releases/download/v0.1.0"
        self.assertEqual(fetched.split()[-2:], [
            f"{folder}/rehearse_0.1.0_amd64.deb", f"{folder}/rehearse-users_0.1.0_amd64.deb"])
        self.assertEqual(installed.split()[-2:], ["./rehearse_*.deb", "./rehearse-users_*.deb"])

    def steps(self, job, folder, environment, number):
        for step in job["steps"]:
            # What GitHub does by itself is done above, and a release is not there to be installed.
            if "run" not in step or step["name"] == "Install":
                continue
            script = step["run"].replace("${{ matrix.part }}", str(number))
            self.assertNotIn("${{", script)
            done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=folder,
                                  env=environment, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, step["name"] + done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()

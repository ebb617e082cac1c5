#!/usr/bin/env python3
"""Tries the tarball, the Debian package and the GitHub action in bare systems. As root, with debootstrap.

    try_packages.py FOLDER [RELEASE...]

FOLDER is where 'make package' put them; RELEASE is bookworm by default."""
import contextlib
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Actions"))

import bare_root
import fake_github
import runner

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRIVER = ROOT / "Tests/Actions/words_driver.py"
SCENARIO = """scenario: words
builds:
  old: { command: [python3, driver.py, "1"] }
  new: { command: [python3, driver.py, "9"] }
gates: [{ metric: cpu-time, at-most: +20% }]
stories:
  sort:
    steps:
      - sort: { words: 2000 }
        repeat: 20
        expect: { count: 2000 }
"""
QUICK = "--pairs 12 --memory-runs 0 --no-layout-check"
# What a runner downloads of an action: its files without their history.
ACTION = ["action.yml", "Actions", "Packaging", "Package.swift", "Makefile", "Sources"]


class Trial:
    def __init__(self, root):
        self.root, self.done = root, 0

    def expect(self, command, *texts, status=0, **options):
        said = self.root.run(command, status=status, **options)
        for text in texts:
            if text not in said:
                raise bare_root.Failed(
                    f"{self.root.release}: '{command}' does not say '{text}':\n{said[-3000:]}")
        self.done += 1
        return said

    def expect_file(self, *places):
        for place in places:
            if not self.root.has(place):
                raise bare_root.Failed(f"{self.root.release}: there is no {place}")
            self.done += 1


def measures(trial, program, version):
    """What needs nothing but the program."""
    trial.expect(f"{program} --version", version)
    trial.expect(f"{program} --help", "rehearse")
    trial.expect(f"{program} doctor")
    trial.expect(f"{program} measure -n 5 -- true", "CPU time")
    trial.expect(f"{program} measure -n 5 'gzip -1 -kf /x' 'gzip -9 -kf /x'", "gzip -9 -kf /x")


def tarball(root, file, version):
    trial = Trial(root)
    root.run("seq 100000 > /x")
    # A bare system has no xz; who unpacks has.
    subprocess.run(["tar", "-C", str(root.folder / "opt"), "-xf", str(file)], check=True)
    name = file.name.removesuffix(".tar.xz")
    program = f"/opt/{name}/bin/rehearse"
    needs = root.run(f"ldd {program} || true")
    if "not found" in needs:
        raise bare_root.Failed(f"{root.release}: {program} misses libraries:\n{needs}")
    measures(trial, program, version)
    root.run(f"{program} measure -n 1 --store /s.sqlite --name one -- true")
    trial.expect(f"{program} serve --store /s.sqlite --address localhost", "is not an address", status=1)
    # Moved, and called by a link from elsewhere.
    root.run(f"mkdir /elsewhere && mv /opt/{name} /elsewhere/r && "
             "ln -s /elsewhere/r/bin/rehearse /usr/local/bin/rehearse")
    trial.expect("rehearse measure -n 3 -- true", "CPU time")
    trial.expect(". /elsewhere/r/share/bash-completion/completions/rehearse; "
                 "COMP_WORDS=(rehearse che); COMP_CWORD=1; _rehearse rehearse che rehearse; "
                 "[ ${COMPREPLY[@]} = check ]")
    return trial.done


def debian_package(root, file, version):
    trial = Trial(root)
    root.put(file, f"/{file.name}")
    root.run("apt-get update -qq && seq 100000 > /x")
    trial.expect(f"apt-get install -y -qq --no-install-recommends ./{file.name}")
    measures(trial, "rehearse", version)
    trial.expect("dpkg --verify rehearse")
    # Bare systems keep no manual pages of packages: the package's own list tells that it has them.
    trial.expect("dpkg -L rehearse", *(f"/usr/share/{file}" for file in (
        "bash-completion/completions/rehearse", "man/man1/rehearse-check.1.gz",
        "zsh/vendor-completions/_rehearse", "doc/rehearse/copyright",
        "fish/vendor_completions.d/rehearse.fish")))
    companions(trial, file, version)
    # A newcomer's first hour: a program in Python with a driver, a scenario, a report, a check.
    trial.expect("apt-get install -y -qq --no-install-recommends python3")
    root.put(DRIVER, "/project/driver.py")
    root.write("/project/words.yml", SCENARIO)
    trial.expect("rehearse validate words.yml", folder="/project")
    trial.expect("rehearse run words.yml --quiet", folder="/project")
    trial.expect("rehearse report latest --output page", folder="/project")
    trial.expect_file("/project/page/report.html", "/project/page/charts")
    trial.expect(
        f"rehearse check words.yml {QUICK}", "Regressed: sort: CPU time", status=2, folder="/project")
    trial.expect("apt-get purge -y -qq rehearse rehearse-serve rehearse-team rehearse-scorecard rehearse-users")
    left = root.run("find / -xdev -name '*rehearse*' -not -path '/proc/*' -not -path '/project/*' "
                    "-not -path '/var/*' -not -name '*.deb' -not -path '/tmp/*'")
    if left.strip():
        raise bare_root.Failed(f"{root.release}: purging left {left}")
    return trial.done


def companions(trial, file, version):
    """Each has a package of its own, and what misses it says so."""
    trial.root.run("rehearse measure -n 1 --store /s.sqlite --name one -- true")
    trial.root.write("/card.yml", "scorecard: c\ncriteria: { a: { weight: 1 } }\n")
    for name, call, words, status in (
            ("rehearse-serve", "serve --store /s.sqlite --address localhost", "is not an address", 1),
            ("rehearse-team", "push --store /s.sqlite postgres:///team?host=/nowhere",
             "can't be reached", 1),
            ("rehearse-scorecard", "scorecard /card.yml", "Weights of c", 0)):
        trial.expect(f"rehearse {call}", f"Debian package {name}", status=1)
        package = file.with_name(file.name.replace("rehearse_", f"{name}_", 1))
        trial.root.put(package, f"/{package.name}")
        trial.expect(f"apt-get install -y -qq --no-install-recommends ./{package.name}")
        trial.expect(f"rehearse {call}", words, status=status)
        trial.expect(f"/usr/libexec/rehearse/{name} --called-by 9.9.9 help", "is version", status=1)
        trial.expect(f"/usr/libexec/rehearse/{name} --version", version)
    package = file.with_name(file.name.replace("rehearse_", "rehearse-users_", 1))
    trial.root.put(package, f"/{package.name}")
    trial.expect(f"apt-get install -y -qq --no-install-recommends ./{package.name}")
    trial.expect("/usr/libexec/rehearse/rehearse-users --help", "Sends the requests of a scenario's steps")


def action(root, file, version):
    """The GitHub action by a release on the loopback, then its comment, in a bare container."""
    trial = Trial(root)
    # Runners have it; what Rehearse needs comes by its package.
    root.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends python3")
    for name in ACTION:
        root.put(ROOT / name, f"/action/{name}")
    for folder in ("workspace", "runner", "github/home"):
        (root.folder / folder).mkdir(parents=True, exist_ok=True)
    root.put(DRIVER, "/workspace/driver.py")
    root.write("/workspace/words.yml", SCENARIO)
    with tempfile.TemporaryDirectory(prefix="rehearse-action-") as kept, release(file) as address:
        artifacts, caches = pathlib.Path(kept) / "artifacts", {}
        for attempt in ("1", "2"):
            job = runner.Runner(
                lambda script, environment, folder: root.run(script, None, environment, folder),
                lambda path: f"{root.folder}{path}", caches, artifacts,
                {"runner.os": "Linux", "runner.arch": "X64", "github.run_id": "7",
                 "github.run_attempt": attempt},
                {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                 "HOME": "/github/home", "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request",
                 "GITHUB_ACTION_REPOSITORY": "house/rehearse", "GITHUB_SERVER_URL": address,
                 "GITHUB_WORKSPACE": "/workspace", "RUNNER_TEMP": "/runner"})
            passed, outputs = job.run("/action", {
                "scenario": "words.yml", "against": "none", "options": QUICK})
            page = artifacts / "rehearse-page/report.html"
            if passed or outputs["outcome"] != "regression" or not page.exists():
                said = "\n".join(job.log)
                raise bare_root.Failed(f"{root.release}: the action says {outputs}:\n{said[-4000:]}")
            trial.done += 1
        if len(caches) != 2:
            raise bare_root.Failed(f"{root.release}: the caches are {list(caches)}")
        # What sends requests came with it, and finds its libraries.
        trial.expect("/usr/libexec/rehearse/rehearse-users --help", "Sends the requests of a scenario's steps")
        github = fake_github.FakeGitHub()
        github.leave((artifacts / "rehearse-result/rehearse.json").read_text())
        root.write("/runner/event.json", json.dumps(fake_github.run(conclusion="failure")))
        trial.expect("python3 /action/Actions/comment/comment.py", "#3: commented", environment={
            "GITHUB_EVENT_PATH": "/runner/event.json", "GITHUB_REPOSITORY": fake_github.REPOSITORY,
            "GITHUB_TOKEN": fake_github.TOKEN, "GITHUB_API_URL": github.address})
        github.close()
    return trial.done


@contextlib.contextmanager
def release(package):
    """A server that has the package and that of what sends requests as a release's, whatever version is
    asked for."""
    class Release(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            found = re.fullmatch(
                r"/house/rehearse/releases/download/v[\d.]+/(rehearse(?:-users)?)_.*\.deb", self.path)
            data = package.with_name(
                package.name.replace("rehearse", found[1], 1)).read_bytes() if found else b""
            self.send_response(200 if found else 404)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Release)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def main():
    folder = pathlib.Path(sys.argv[1])
    [package], [archive] = folder.glob("rehearse_*.deb"), folder.glob("*.tar.xz")
    version = re.match(r"[\d.]+\d", package.name.split("_")[1])[0]
    done = failed = 0
    for system in sys.argv[2:] or ["bookworm"]:
        for name, attempt, file in (
                ("tarball", tarball, archive), ("package", debian_package, package),
                ("action", action, package)):
            began = time.monotonic()
            try:
                with bare_root.root(system, name) as root:
                    count = attempt(root, file, version)
                done += count
                print(f"{system}: the {name}, {count} steps in {time.monotonic() - began:.0f} s",
                      flush=True)
            except bare_root.Failed as error:
                failed += 1
                print(f"{system}: the {name} failed: {error}", flush=True)
    print(f"{done} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes the package of Docs/tutorial.md with the tests of Docs/how-to/swift-testing.md, and runs them.

    swift-testing.py BUILD

BUILD is the folder with `rehearse`. The package is compiled as its reader's would be, which takes minutes.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = re.compile(r"<!-- file: words/(\S+) -->\n```\w+\n(.*?)```", re.S)
SWIFT = re.compile(r"```swift\n(.*?)```", re.S)


def write(folder):
    """The tutorial's package, with a test target."""
    for name, text in FILE.findall((ROOT / "Docs/tutorial.md").read_text()):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    blocks = SWIFT.findall((ROOT / "Docs/how-to/swift-testing.md").read_text())
    target = next(block for block in blocks if ".testTarget(" in block).rstrip() + ","
    target = target.replace("dependencies: [", 'dependencies: ["Words", ')
    manifest = folder / "Package.swift"
    text = manifest.read_text()
    begin = text.rindex("  targets: [\n") + len("  targets: [\n")
    manifest.write_text(text[:begin] + target + "\n" + text[begin:])
    tests = folder / "Tests/PerformanceTests/PerformanceTests.swift"
    tests.parent.mkdir(parents=True)
    chosen = [block for block in blocks if "func countIsNoSlower()" in block or "CodeCost" in block]
    tests.write_text("import Words\n" + "\n".join(chosen))
    (folder / ".gitignore").write_text(".build/\nResults/\n")


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    place = pathlib.Path(tempfile.mkdtemp(prefix="rehearse-swift-testing-"))
    folder, clone = place / "words", place / "rehearse"
    folder.mkdir()
    # A package goes by its folder's name, which is any here.
    clone.symlink_to(ROOT)
    environment = dict(
        os.environ, REHEARSE=str(clone), REHEARSE_EXECUTABLE=str(build / "rehearse"))
    for name in ("CI", "GITHUB_ACTIONS"):
        environment.pop(name, None)
    began, wrong, done = time.monotonic(), [], 0

    def call(*words, status=0):
        end = subprocess.run(
            words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if status is not None and end.returncode != status:
            sys.exit(f"{words} has status {end.returncode}\n{end.stdout}")
        return end.stdout

    def expect(what, text, *parts):
        nonlocal done
        done += 1
        missing = [part for part in parts if part not in text]
        if missing:
            wrong.append(what)
            print(f"{what}: {missing} is not in\n{text}")

    try:
        write(folder)
        call("git", "init", "--quiet", "--initial-branch", "main")
        call("git", "add", ".")
        call("git", "-c", "user.name=n", "-c", "user.email=n@localhost", "commit", "--quiet",
             "--message", "Count words")
        source = folder / "Sources/Words/Words.swift"
        split = 'text.split(separator: " ")'
        source.write_text(source.read_text().replace(split, split + ".sorted()"))
        (folder / "pages").mkdir()
        call("swift", "build", "--build-tests")
        slower = call("swift", "test", "--attachments-path", "pages", status=1)
        expect("a change that costs fails its test", slower,
               "words.yml: Regressed: count: CPU time +", "Test countIsNoSlower() failed",
               "Test countingFitsItsBudget() passed", "-report.html'")
        expect("the page is kept", " ".join(os.listdir(folder / "pages")), "-report.html")
        call("git", "checkout", "--quiet", "Sources")
        same = call("swift", "test", "--filter", "countIsNoSlower")
        expect("the same program passes", same, "Test countIsNoSlower() passed")
        expect("the plugin prints", call("swift", "package", "rehearse", "list"), "words-check")
        expect("the plugin fails as the program does",
               call("swift", "package", "rehearse", "validate", "nothing.yml", status=1),
               "The file nothing.yml does not exist.", "rehearse ended with status 1")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    print(f"A package with tests by RehearseTesting, in {time.monotonic() - began:.0f} s:"
          f"\n{done - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong or not done else 0)


if __name__ == "__main__":
    main()

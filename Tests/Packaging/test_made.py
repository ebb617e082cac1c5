"""What packages are made of: the version, completions and manual pages. REHEARSE is the folder with the
program, .build/debug by default."""
import functools
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("REHEARSE", ROOT / ".build/debug")).resolve()
PLACE = "Sources/Harness/Protocol/DriverProtocol/Version.swift"


def temporary(test):
    holder = tempfile.TemporaryDirectory(prefix="rehearse-made-")
    test.addCleanup(holder.cleanup)
    return pathlib.Path(holder.name)


class VersionTests(unittest.TestCase):
    def setUp(self):
        self.folder = temporary(self)
        for name in (PLACE, "Packaging/version.sh"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        self.number = self.version()[1]
        (self.folder / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n")

    def version(self, *words):
        done = subprocess.run(
            ["sh", self.folder / "Packaging/version.sh", *words], capture_output=True, text=True,
            check=False, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.folder.parent)})
        return done.returncode, (done.stdout or done.stderr).strip()

    def git(self, *words):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.folder, check=True,
            capture_output=True)

    def commit(self):
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "one")

    def test_it_is_the_programs(self):
        said = subprocess.run(
            [BUILT / "rehearse", "--version"], capture_output=True, text=True, check=True).stdout
        self.assertEqual(self.number, said.strip())

    def test_a_package_of_another_commit_than_the_release_sorts_before_it(self):
        self.commit()
        made = self.version("package")[1]
        self.assertRegex(made, rf"^{re.escape(self.number)}~1\.[0-9a-f]{{7}}$")
        subprocess.run(["dpkg", "--compare-versions", made, "lt", self.number], check=True)
        self.git("tag", f"v{self.number}")
        self.assertEqual(self.version("package"), (0, self.number))

    def test_sources_without_git_have_the_releases_version(self):
        self.assertEqual(self.version("package"), (0, self.number))

    def test_a_release_is_tagged_as_it_says_and_has_its_changes(self):
        self.commit()
        self.git("tag", "v9.9.9")
        self.assertEqual(self.version("release"), (
            1, f"Error: The program is {self.number}, and its commit is tagged 'v9.9.9'; allowed: "
               f"v{self.number}."))
        self.git("tag", f"v{self.number}")
        self.assertEqual(self.version("release"), (
            1, f"Error: CHANGELOG.md has no section '## {self.number}'."))
        (self.folder / "CHANGELOG.md").write_text(f"# Changelog\n\n## {self.number}\n")
        self.assertIn("Files differ", self.version("release")[1])
        self.git("commit", "--quiet", "--all", "--message", "two")
        self.git("tag", "--force", f"v{self.number}")
        self.assertEqual(self.version("release"), (0, f"v{self.number}"))


class ShareTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="rehearse-made-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        subprocess.run(
            [ROOT / "Packaging/share.py", BUILT / "rehearse", cls.folder], check=True)

    def commands(self):
        """As the program's own help lists them."""
        text = subprocess.run(
            [BUILT / "rehearse", "--help"], capture_output=True, text=True, check=True).stdout
        listed = re.findall(r"^  ([a-z-]+)  +\S", text.split("SUBCOMMANDS:", 1)[1], re.M)
        self.assertGreater(len(listed), 10)
        return listed

    @staticmethod
    @functools.cache
    def shown(page):
        """A page as a reader sees it; the tests look at all of them, and each is set once."""
        done = subprocess.run(
            ["man", "--warnings", "--local-file", page], capture_output=True, text=True, check=True,
            env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8", "MANPAGER": "cat",
                 "GROFF_NO_SGR": "1"})
        assert not done.stderr, done.stderr
        # Bold and underlined are struck over.
        return re.sub(".\x08", "", done.stdout)

    def test_every_command_has_a_page_that_is_set_without_a_warning(self):
        pages = {page.name for page in (self.folder / "man/man1").iterdir()}
        for command in self.commands():
            self.assertIn(f"rehearse-{command}.1", pages)
        for page in pages:
            self.assertIn("NAME", self.shown(self.folder / "man/man1" / page))

    def test_a_page_has_options_as_they_are_typed_and_how_the_command_ends(self):
        text = self.shown(self.folder / "man/man1/rehearse-check.1")
        self.assertIn("--max-time time", text)
        self.assertRegex(text, r"EXIT STATUS\n +0 +No gate is shown to be broken\.")
        self.assertRegex(text, r"\n +2 +A regression\.")
        self.assertIn("rehearse(1)", text)

    def test_each_status_of_a_help_stands_at_the_beginning_of_a_line(self):
        for page in (self.folder / "man/man1").iterdir():
            text = self.shown(page)
            self.assertNotIn("Exit status:", re.sub(r"\s+", " ", text), page.name)
            ending = re.search(r"^EXIT STATUS\n(.*?)(?=^\S|\Z)", text, re.M | re.S)
            # A page without a list of them has a sentence.
            if ending and ending[1].lstrip()[0].isdigit():
                self.assertNotRegex(ending[1], r"\S +(?:[0-5]|64|130) +[a-z]", page.name)
        text = self.shown(self.folder / "man/man1/rehearse-validate.1")
        self.assertRegex(text, r"\n +3 +With ")

    def test_bash_completes_commands_and_options(self):
        def completed(*words):
            script = (
                '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                '_rehearse rehearse "${@:$#}" "${@:$#-1:1}"; '
                'printf "%s\\n" "${COMPREPLY[@]}"')
            return subprocess.run(
                ["bash", "-c", script, self.folder / "bash-completion/completions/rehearse", *words],
                capture_output=True, text=True, check=True).stdout.split()

        self.assertEqual(completed("rehearse", "che"), ["check"])
        self.assertIn("--max-time", completed("rehearse", "check", "--max"))

    def test_the_other_shells_have_theirs(self):
        self.assertTrue((self.folder / "zsh/site-functions/_rehearse").read_text().startswith(
            "#compdef rehearse"))
        self.assertIn("complete -c 'rehearse'", (
            self.folder / "fish/vendor_completions.d/rehearse.fish").read_text())


if __name__ == "__main__":
    unittest.main()

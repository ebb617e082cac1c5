"""A runner for composite actions, as far as this repository's use it: it reads action.yml, evaluates its
expressions, carries `run` steps out as GitHub's runner does, and stands in for the actions that keep
things."""
import os
import pathlib
import re
import shutil
import subprocess

import yaml

TOKEN = re.compile(r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<name>[A-Za-z_][\w.-]*)|(?P<sign>&&|\|\||==|!=|[!()]))")


class Unsupported(Exception):
    """An expression or a step that this runner does not know."""


class Expression:
    """`a.b == 'c' && (d || !e)`, and `always()`. Names that are not there are empty, as GitHub has it."""

    def __init__(self, text, names):
        self.names, self.tokens, place = names, [], 0
        text = text.strip()
        while place < len(text):
            found = TOKEN.match(text, place)
            if not found:
                raise Unsupported(text)
            self.tokens.append(found)
            place = found.end()

    def value(self):
        value = self._any()
        if self.tokens:
            raise Unsupported(self.tokens[0].group())
        return value

    def _next(self, *signs):
        if self.tokens and self.tokens[0]["sign"] in signs:
            return self.tokens.pop(0)["sign"]
        return None

    def _any(self):
        value = self._all()
        while self._next("||"):
            other = self._all()
            value = value or other
        return value

    def _all(self):
        value = self._compared()
        while self._next("&&"):
            other = self._compared()
            value = value and other
        return value

    def _compared(self):
        value = self._single()
        sign = self._next("==", "!=")
        return value if not sign else (value == self._single()) == (sign == "==")

    def _single(self):
        if self._next("!"):
            return not self._single()
        if self._next("("):
            value = self._any()
            if not self._next(")"):
                raise Unsupported("a bracket is open")
            return value
        token = self.tokens.pop(0)
        if token["text"]:
            return token["text"][1:-1].replace("''", "'")
        if not token["name"]:
            raise Unsupported(token.group())
        if token["name"] == "always" and self._next("(") and self._next(")"):
            return True
        return self.names.get(token["name"], "")


def filled(text, names):
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(Expression(found[1], names).value()), text)


class Runner:
    """Runs an action on a machine: `carry_out(script, environment, folder)` gives status and output.

    `folders` maps the paths that steps see to where these lie here; `caches` and `artifacts` are what
    the keeping actions keep, which outlives one job."""

    def __init__(self, carry_out, seen, caches, artifacts, context, environment):
        self.carry_out, self.seen = carry_out, seen
        self.caches, self.artifacts = caches, artifacts
        self.context, self.environment = context, environment
        self.log, self.summary, self.path = [], "", []

    def run(self, action, inputs):
        """The action's outputs, and whether it passed."""
        definition = yaml.safe_load((pathlib.Path(self.seen(action)) / "action.yml").read_text())
        names = dict(self.context)
        declared = definition.get("inputs", {})
        if unknown := set(inputs) - set(declared):
            raise Unsupported(f"unknown inputs: {unknown}")
        for name, described in declared.items():
            if described.get("required") and name not in inputs:
                raise Unsupported(f"the input '{name}' is required")
            default = filled(str(described.get("default", "")), names)
            names[f"inputs.{name}"] = str(inputs.get(name, default))
        passed = True
        for step in definition["runs"]["steps"]:
            condition = step.get("if", "success")
            wanted = passed if condition == "success" else bool(
                Expression(condition, names).value()) and (passed or "always()" in condition)
            if not wanted:
                continue
            if "uses" in step:
                done = self._use(step, names)
            else:
                done = self._step(action, step, names)
            passed = passed and done
        outputs = {name: filled(one["value"], names)
                   for name, one in definition.get("outputs", {}).items()}
        return passed, outputs

    def _step(self, action, step, names):
        if step.get("shell") != "bash":
            raise Unsupported(f"the shell of {step}")
        files = {}
        for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY"):
            files[name] = f"/tmp/runner-{name.lower()}"
            pathlib.Path(self.seen(files[name])).write_text("")
        environment = {
            **self.environment, **files, "GITHUB_ACTION_PATH": action,
            **{key: filled(str(value), names) for key, value in step.get("env", {}).items()}}
        if self.path:
            environment["PATH"] = ":".join([*self.path, environment["PATH"]])
        workspace = self.environment["GITHUB_WORKSPACE"]
        folder = filled(step.get("working-directory", workspace), names)
        # As GitHub starts bash.
        status, said = self.carry_out(
            f"set -eo pipefail\n{filled(step['run'], names)}", environment,
            os.path.join(workspace, folder))
        self.log.append(f"== {step.get('name', '')}\n{said}")
        for line in pathlib.Path(self.seen(files["GITHUB_OUTPUT"])).read_text().splitlines():
            key, _, value = line.partition("=")
            if "id" in step:
                names[f"steps.{step['id']}.outputs.{key}"] = value
        self.path = pathlib.Path(self.seen(files["GITHUB_PATH"])).read_text().split() + self.path
        self.summary += pathlib.Path(self.seen(files["GITHUB_STEP_SUMMARY"])).read_text()
        return status == 0

    def _use(self, step, names):
        given = {key: filled(str(value), names) for key, value in step.get("with", {}).items()}
        path = given["path"].replace("~", self.environment["HOME"], 1)
        here = pathlib.Path(self.seen(path))
        if step["uses"] == "actions/cache/restore@v4":
            kept = next((self.caches[key] for key in self._candidates(given)), None)
            if kept:
                shutil.copytree(kept, here, dirs_exist_ok=True, symlinks=True)
            outputs = f"steps.{step['id']}.outputs"
            names[f"{outputs}.cache-hit"] = str(given["key"] in self.caches).lower()
            names[f"{outputs}.cache-primary-key"] = given["key"]
            return True
        if step["uses"] == "actions/cache/save@v4":
            self._keep(given["key"], here)
            return True
        if step["uses"] == "actions/upload-artifact@v4":
            if not here.exists():
                self.log.append(f"Warning: No files were found with the provided path: {path}")
                return True
            target = self.artifacts / given["name"]
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir(parents=True)
            if here.is_dir():
                shutil.copytree(here, target, dirs_exist_ok=True)
            else:
                shutil.copy(here, target)
            return True
        raise Unsupported(step["uses"])

    def _candidates(self, given):
        """The key itself, else the newest whose key begins with one of the others."""
        if given["key"] in self.caches:
            yield given["key"]
        for start in given.get("restore-keys", "").split():
            yield from (key for key in reversed(list(self.caches)) if key.startswith(start))

    def _keep(self, key, here):
        if key in self.caches or not here.exists():
            return
        kept = self.artifacts.parent / f"cache-{len(self.caches)}"
        shutil.copytree(here, kept, symlinks=True)
        self.caches[key] = kept


def locally(script, environment, folder):
    """Carries a step out on this machine."""
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, errors="replace", timeout=900,
        check=False)
    return done.returncode, done.stdout

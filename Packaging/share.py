#!/usr/bin/env python3
"""Makes shell completions and manual pages of what the program says of itself.

    share.py PROGRAM FOLDER

FOLDER gets `bash-completion/completions`, `zsh/site-functions`, `fish/vendor_completions.d` and
`man/man1`, as they belong below `share`. A page a command, so that `man rehearse-check` has no more than
is needed; ArgumentParser's own generator builds every product of a package first, and leaves out how
commands end."""
import json
import pathlib
import re
import subprocess
import sys

COMPLETIONS = {
    "bash": "bash-completion/completions/{}", "zsh": "zsh/site-functions/_{}",
    "fish": "fish/vendor_completions.d/{}.fish",
}
ENDING = "Exit status: "


def said(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def plain(text):
    """Text as roff takes it for text: no macro, no escape, hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def paragraphs(text):
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def dashed(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def shown(argument):
    """An argument's names as a tag, with a place for its value."""
    value = f" \\fI{plain(argument['valueName'])}\\fR" if argument["kind"] != "flag" else ""
    if argument["kind"] == "positional":
        return value.strip() + (" ..." if argument["isRepeating"] else "")
    # Short ones first, as manual pages have it.
    names = sorted(map(dashed, argument["names"]), key=lambda name: (name.startswith("--"), name))
    return ", ".join(f"\\fB{plain(name)}\\fR" for name in names) + value


def synopsis(path, command):
    words = [f"\\fB{' '.join(path)}\\fR"]
    arguments = listed(command)
    if command.get("subcommands"):
        words.append("\\fIcommand\\fR")
    if any(one["kind"] != "positional" for one in arguments):
        words.append("[\\fIoptions\\fR]")
    for one in arguments:
        if one["kind"] == "positional":
            words.append(f"[{shown(one)}]" if one["isOptional"] else shown(one))
    return " ".join(words)


def listed(command):
    return [one for one in command.get("arguments", []) if one["shouldDisplay"]]


def meaning(argument):
    text = " ".join(argument.get("abstract", "").split())
    default = argument.get("defaultValue")
    if default and "Default" not in text:
        text += f" Default: {default}."
    allowed = argument.get("allValues")
    if allowed and not all(value in text for value in allowed):
        text += f" Allowed: {', '.join(allowed)}."
    return text


def section(title, lines):
    return [f".SH {title}", *lines] if lines else []


def tagged(rows):
    return [line for tag, text in rows for line in (".TP", tag, plain(text))]


def page(path, command, version, others):
    name = "-".join(path)
    told = paragraphs(command.get("discussion", ""))
    ends = [text.removeprefix(ENDING) for text in told if text.startswith(ENDING)]
    told = [text for text in told if not text.startswith(ENDING)]
    arguments = listed(command)
    subcommands = [
        (f"\\fB{plain(' '.join([*path, one['commandName']]))}\\fR", one.get("abstract", ""))
        for one in command.get("subcommands", []) if one["shouldDisplay"]]
    ending = [row for text in ends for row in statuses(text)]
    also = [f"\\fB{plain(other)}\\fR(1)" for other in others if other != name]
    lines = [
        f'.TH "{plain(name.upper())}" "1" "" "Rehearse {plain(version)}" "Rehearse"', ".SH NAME",
        f"{plain(name)} \\- {plain(command.get('abstract', '').rstrip('.'))}",
        *section("SYNOPSIS", [synopsis(path, command)]),
        *section("DESCRIPTION", [line for text in told for line in (".PP", plain(text))]),
        *section("COMMANDS", tagged(subcommands)),
        *section("ARGUMENTS", tagged(
            (shown(one), meaning(one)) for one in arguments if one["kind"] == "positional")),
        *section("OPTIONS", tagged(
            (shown(one), meaning(one)) for one in arguments if one["kind"] != "positional")),
        *section("EXIT STATUS", ending),
        *section("SEE ALSO", [",\n".join(also)] if also else []),
    ]
    return "\n".join(lines) + "\n"


def statuses(text):
    """`0 all passed, 1 it failed, or not.` as a list; text that is none as it is."""
    parts = re.split(r"(?:^|, )(?=\d+ )", text.rstrip("."))
    rows = [part.split(" ", 1) for part in parts if part]
    if not rows or not all(len(row) == 2 and row[0].isdecimal() for row in rows):
        return [plain(text)]
    return tagged((f"\\fB{status}\\fR", f"{words[0].upper()}{words[1:]}.") for status, words in rows)


def commands(command, above=()):
    """Every command with the words that lead to it, but for the help that all of them have."""
    path = [*above, command["commandName"]]
    yield path, command
    for one in command.get("subcommands", []):
        if one["shouldDisplay"] and one["commandName"] != "help":
            yield from commands(one, path)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    tool = json.loads(said(program, "--experimental-dump-help"))
    if tool["serializationVersion"] != 0:
        sys.exit(f"Error: The program's help is of version {tool['serializationVersion']}, not 0.")
    pages = list(commands(tool["command"]))
    name, version = tool["command"]["commandName"], said(program, "--version").strip()
    files = {
        place.format(name): said(program, "--generate-completion-script", shell)
        for shell, place in COMPLETIONS.items()}
    names = ["-".join(path) for path, _ in pages]
    for path, command in pages:
        # The first leads to all, each of the others to that and to its neighbours below it.
        others = names if len(path) == 1 else [
            other for other in names
            if other == name or other.startswith("-".join(path)) or other == "-".join(path[:-1])]
        files[f"man/man1/{'-'.join(path)}.1"] = page(path, command, version, others)
    for place, text in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes Docs/reference/commands, a page a command, from what the program says of itself.

    command-pages.py PROGRAM [--check]

With --check it writes nothing, and names the pages that are not what the program says now.
"""
import importlib.util
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Docs/reference/commands"
MARK = "<!-- Written by .ci/command-pages.py; change the command's help instead. -->\n"


def manual():
    """The generator of manual pages, which reads the same description."""
    spec = importlib.util.spec_from_file_location("share", ROOT / "Packaging/share.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SHARE = manual()


def plain(text):
    """Text as Markdown takes it for text, also in a table."""
    for mark in "\\|<>*_`":
        text = text.replace(mark, "\\" + mark)
    return text


def code(text):
    return f"`{text}`".replace("|", "\\|")


def shown(argument):
    value = f" <{argument['valueName']}>" if argument["kind"] != "flag" else ""
    if argument["kind"] == "positional":
        return code(value.strip() + (" ..." if argument["isRepeating"] else ""))
    names = sorted(map(SHARE.dashed, argument["names"]), key=lambda name: (name.startswith("--"), name))
    return ", ".join(code(name) for name in names[:-1]) + (", " if names[1:] else "") + code(names[-1] + value)


def table(head, arguments):
    if not arguments:
        return []
    # A folder's default is the point alone, which would look like the end of the sentence.
    rows = [f"| {shown(one)} | {plain(SHARE.meaning(one)).replace('Default: ..', 'Default: this folder.')} |"
            for one in arguments]
    return ["\n".join([f"| {head} | what |", "|---|---|", *rows])]


def statuses(text):
    """`0 all passed, 1 it failed, or not.` as a table; text that is none as it is."""
    parts = [part.split(" ", 1) for part in re.split(r"(?:^|, )(?=\d+ )", text.strip().rstrip(".")) if part]
    if not all(len(part) == 2 and part[0].isdecimal() for part in parts):
        return plain(f"{SHARE.ENDING}{text}")
    return "\n".join(["| exit status | when |", "|--:|---|", *(f"| {one} | {plain(words)} |" for one, words in parts)]) \
        if parts else ""


def synopsis(path, command):
    words, arguments = [" ".join(path)], SHARE.listed(command)
    if command.get("subcommands"):
        words.append("COMMAND")
    if any(one["kind"] != "positional" for one in arguments):
        words.append("[OPTIONS]")
    for one in arguments:
        if one["kind"] == "positional":
            word = one["valueName"].upper().replace(" ", "-") + ("..." if one["isRepeating"] else "")
            words.append(f"[{word}]" if one["isOptional"] else word)
    return " ".join(words)


def parts(path, command, level):
    """A command's text, and that of the commands below it."""
    own = [one for one in SHARE.listed(command) if "version" not in map(lambda n: n["name"], one.get("names") or [])]
    yield f"{'#' * level} `{' '.join(path)}`"
    yield plain(command.get("abstract", ""))
    yield f"```\n{synopsis(path, command)}\n```"
    for paragraph in SHARE.paragraphs(command.get("discussion", "")):
        before, _, ends = paragraph.partition(SHARE.ENDING)
        yield plain(before.strip())
        yield statuses(ends)
    yield from table("argument", [one for one in own if one["kind"] == "positional"])
    yield from table("option", [one for one in own if one["kind"] != "positional"])
    for one in below(command):
        yield from parts([*path, one["commandName"]], one, level + 1)


def below(command):
    return [one for one in command.get("subcommands", []) if one["shouldDisplay"] and one["commandName"] != "help"]


def pages(tool):
    rows = [f"| [`{one['commandName']}`]({one['commandName']}.md) | {plain(one.get('abstract', ''))} |"
            for one in below(tool)]
    yield "README.md", [
        "# Commands and their options", "A page for each command, as `rehearse help COMMAND` prints it.",
        "\n".join(["| command | what |", "|---|---|", *rows])]
    for one in below(tool):
        yield f"{one['commandName']}.md", [*parts([tool["commandName"], one["commandName"]], one, 1)]


def main():
    tool = json.loads(SHARE.said(sys.argv[1], "--experimental-dump-help"))["command"]
    texts = {name: MARK + "\n" + "\n\n".join(part for part in text if part) + "\n" for name, text in pages(tool)}
    stale = sorted(
        name for name in texts.keys() | {path.name for path in FOLDER.glob("*.md")}
        if not (FOLDER / name).exists() or (FOLDER / name).read_text() != texts.get(name))
    if "--check" in sys.argv:
        for name in stale:
            print(f"Docs/reference/commands/{name} is not what the program says: make command-pages")
        sys.exit(1 if stale else 0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in texts:
            (FOLDER / name).write_text(texts[name])
        else:
            (FOLDER / name).unlink()


if __name__ == "__main__":
    main()

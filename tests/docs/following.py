"""Follows a tutorial: writes and changes its files as it says, and runs its commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from encanta_cli.main import main

DOCS = Path(__file__).resolve().parents[2] / "docs"
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what is said beside it, its text, and the line of the page where it begins."""

    kind: str
    notes: dict[str, str]
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    for found in FENCE.finditer(page):
        notes = dict(note.split("=", 1) for note in found[2].split())
        yield Block(found[1], notes, found[3], page.count("\n", 0, found.start()) + 1)


def apply(block: Block) -> None:
    """Write, extend or change a file as a block says."""
    assert len(block.notes) == 1, f"line {block.line} does not say what to do with the text"
    ((how, name),) = block.notes.items()
    path = Path(name)
    if how == "file":
        assert not path.exists(), f"line {block.line}: {name} is there already"
        path.parent.mkdir(exist_ok=True)
        path.write_text(block.text)
    elif how == "add":
        path.write_text(path.read_text() + block.text)
    else:
        assert how == "change", f"line {block.line} says {how}"
        old = "".join(line[1:] + "\n" for line in block.text.splitlines() if line.startswith("-"))
        new = "".join(line[1:] + "\n" for line in block.text.splitlines() if line.startswith("+"))
        text = path.read_text()
        assert text.count(old) == 1, f"line {block.line}: {name} does not hold the line"
        path.write_text(text.replace(old, new))


def commands(block: Block) -> Iterator[tuple[list[str], list[str]]]:
    """The commands of a block, each with the lines that it should answer."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"line {block.line}: an answer without a command"
    for part in parts[1:]:
        command, *answer = part.rstrip("\n").split("\n")
        program, *arguments = shlex.split(command)
        assert program == "encanta"
        yield arguments, answer


def fits(shown: list[str], actual: list[str]) -> str | None:
    """The first shown line that is not in the answer, in order; only where `...` stands, lines may be left out."""
    at = 0
    anywhere = False
    for line in shown:
        if line == LEFT_OUT:
            anywhere = True
            continue
        pattern = re.compile(".*".join(re.escape(piece) for piece in line.split(LEFT_OUT)))
        places = range(at, len(actual)) if anywhere else range(at, at + 1)
        found = next((place for place in places if place < len(actual) and pattern.fullmatch(actual[place])), None)
        if found is None:
            return line
        at, anywhere = found + 1, False
    return None if anywhere or at == len(actual) else f"nothing after {shown[-1:]}"


def follow(page: str, capsys: pytest.CaptureFixture[str]) -> int:
    """Do every step of a page in the current folder, and look whether each answer is the one shown; how many ran."""
    ran = 0
    for block in blocks(page):
        if block.kind != "console":
            apply(block)
            continue
        for arguments, answer in commands(block):
            code = main(arguments)
            captured = capsys.readouterr()
            actual = captured.out.rstrip("\n").split("\n")
            assert captured.err == "", f"line {block.line}"
            assert code == int(block.notes.get("exit", "0")), f"line {block.line}: {captured.out}"
            missing = fits(answer, actual) if answer else None
            assert missing is None, f"line {block.line}: `{missing}` is not in the answer:\n{captured.out}"
            ran += 1
    return ran


def dead_links(page: Path) -> list[str]:
    """The links of a page that lead to no file."""
    return [link for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()) if not (page.parent / link).exists()]

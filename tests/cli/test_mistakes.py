"""`encanta mistakes`: the table, what is wanting, JSON and Markdown, and names that are none."""

from __future__ import annotations

import json

from .conftest import Run


def test_the_table(run: Run) -> None:
    ended = run("mistakes", "hearts", "--class", "misspelt-key", "--sample", "3", "--jobs", "1")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[0].split("  ")[0] == "class"
    assert "misspelt key  3      100%   100%        100%" in ended.out


def test_data_and_markdown(run: Run) -> None:
    arguments = ("mistakes", "hearts", "--class", "duplicate", "--sample", "2", "--jobs", "1")
    data = json.loads(run(*arguments, "--json").out)
    assert data["classes"]["duplicate"] == {"tried": 2, "found": 2, "on_line": 2, "to_suggest": 2, "suggested": 2}
    assert list(data["rulebooks"]) == ["hearts"]
    assert "| duplicate | 100 / 100 / 100 |" in run(*arguments, "--markdown").out


def test_names_that_are_none(run: Run) -> None:
    ended = run("mistakes", "hearts", "--class", "duplicat")
    assert ended.code == 2
    assert "did you mean `duplicate`?" in ended.err
    assert run("mistakes", "no_such_game").code == 2


def test_it_is_listed_for_developers(run: Run) -> None:
    help = run("--help").out
    assert help.index("for the developers") < help.index("  mistakes ")

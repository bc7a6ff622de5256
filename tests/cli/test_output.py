"""JSON, colour and progress bars."""

from __future__ import annotations

import io
import json
import sys

import pytest

from encanta_cli import output


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return monkeypatch


def test_json_keeps_letters(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit_json({"title": "Café"})
    written = capsys.readouterr().out
    assert "Café" in written
    assert json.loads(written) == {"title": "Café"}


@pytest.mark.usefixtures("plain_environment")
def test_colour_only_on_a_terminal() -> None:
    assert output.wants_color(Terminal())
    assert not output.wants_color(io.StringIO())


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_none_is_wanted(plain_environment: pytest.MonkeyPatch, variable: str, value: str) -> None:
    plain_environment.setenv(variable, value)
    assert not output.wants_color(Terminal())


def work(monkeypatch: pytest.MonkeyPatch, stream: io.StringIO, patience: float) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(output, "SHOW_PROGRESS_AFTER", patience)
    with output.progress(10, "playing") as advance:
        for _ in range(10):
            advance(1)
    return stream.getvalue()


def test_long_work_shows_a_bar(plain_environment: pytest.MonkeyPatch) -> None:
    assert "playing" in work(plain_environment, Terminal(), -1.0)


def test_short_work_shows_no_bar(plain_environment: pytest.MonkeyPatch) -> None:
    assert work(plain_environment, Terminal(), 60.0) == ""


def test_no_bar_without_a_terminal(plain_environment: pytest.MonkeyPatch) -> None:
    assert work(plain_environment, io.StringIO(), -1.0) == ""


def test_a_bar_goes_away_when_the_work_breaks_off(plain_environment: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    plain_environment.setattr(sys, "stderr", stream)
    plain_environment.setattr(output, "SHOW_PROGRESS_AFTER", -1.0)
    with pytest.raises(KeyboardInterrupt):
        break_off()
    # Rich shows the cursor again when it stops.
    assert "\x1b[?25h" in stream.getvalue()


def break_off() -> None:
    with output.progress(10, "playing") as advance:
        advance(1)
        raise KeyboardInterrupt

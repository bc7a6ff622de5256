"""Reads recordings, with a diagnostic at the exact place for whatever is wrong with one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from encanta.play import codes
from encanta.play.recording import FORMAT, KIND, Decided, Ended, Recording, Setup
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.source import ReadFailure, load_source
from encanta.text.spans import Source, Span

MOST_DIGITS = 400
"""Longer numbers are no masks of components."""
_INTEGER = re.compile(rf"-?\d{{1,{MOST_DIGITS}}}", re.ASCII)
_WORDS = ("true", "false", "null", "-")
_OUTCOMES = ("won", "drawn", "nobody", "stuck")
_NEWER = ("quiet",)
"""Keys that recordings of earlier versions do not have."""
_KEYS = (
    "kind",
    "format",
    "game",
    "title",
    "fingerprint",
    "players",
    "variants",
    "settings",
    "seed",
    "seats",
    "quiet",
    "decisions",
    "outcome",
)


class Broken(Exception):
    """Something in a recording is not as it must be; `path` leads to it, and `code` is the diagnostic's."""

    def __init__(self, message: str, *path: str | int, help: str | None = None, code: str = codes.RECORDING_BROKEN):
        super().__init__(message)
        self.message = message
        self.path = path
        self.help = help
        self.code = code


def read(path: Path) -> tuple[Recording | None, list[Diagnostic]]:
    """The recording in a file, or None and what is wrong with it."""
    try:
        source = load_source(path)
    except ReadFailure as problem:
        return None, [problem.diagnostic]
    try:
        data = json.loads(source.text, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        return None, [_not_json(source, problem)]
    except (ValueError, RecursionError):
        # A number with thousands of digits, or brackets nested without end.
        return None, [
            _broken(source, "the recording holds what no recording holds: it is nested or counted beyond bounds")
        ]
    try:
        return _recording(data, source), []
    except Broken as problem:
        return None, [complaint(source, problem)]


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _not_json(source: Source, problem: json.JSONDecodeError) -> Diagnostic:
    text = source.text.rstrip()
    rest = text[problem.pos :]
    cut = problem.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _WORDS)
    at = len(text) if cut else problem.pos
    message = "the recording ends too early" if cut else "the recording is not JSON from here on"
    help = "the file was cut off; take an earlier copy" if cut else "recordings are written by `encanta`, not by hand"
    return error(codes.RECORDING_BROKEN, message, Span(source, at, min(at + 1, len(source.text))), help=help)


def _broken(source: Source, message: str) -> Diagnostic:
    return error(codes.RECORDING_BROKEN, message, Span(source, 0, min(1, len(source.text))))


def complaint(source: Source, problem: Broken) -> Diagnostic:
    """The diagnostic for a broken recording, at the place that its path leads to."""
    return error(problem.code, problem.message, span_at(source, problem.path), help=problem.help)


def span_at(source: Source, path: tuple[str | int, ...]) -> Span:
    """Where a value of a JSON text stands; the nearest thing around it where there is no such value."""
    from encanta.text.nodes import Mapping, Node, Sequence
    from encanta.text.yaml_reader import read_yaml

    # JSON is YAML, and the reader of YAML keeps the places; it is slow, but needed only for a complaint.
    node: Node | None
    node, _ = read_yaml(source)
    if node is None:
        return Span(source, 0, min(1, len(source.text)))
    for step in path:
        inner: Node | None = None
        if isinstance(node, Mapping) and isinstance(step, str):
            inner = node.get(step)
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node):
            inner = node.items[step]
        if inner is None:
            break
        node = inner
    return _first_line(node.span)


def _first_line(span: Span) -> Span:
    """A span over many lines, cut to its first."""
    end = span.source.text.find("\n", span.start, span.end)
    return span if end < 0 else Span(span.source, span.start, end)


# ------------------------------------------------------------------------------------------------ checking


def _recording(data: Any, source: Source) -> Recording:
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise Broken(
            "this is not a recording of a game", "kind", help="recordings are made with `encanta play --record`"
        )
    if data.get("format") != FORMAT:
        raise Broken(
            f"the recording has format `{data.get('format')}`, and this version of Encanta reads format {FORMAT}",
            "format",
            code=codes.RECORDING_FORMAT,
            help="read it with the version of Encanta that made it",
        )
    _check_keys(data)
    setup = _setup(data)
    return Recording(
        setup=setup,
        title=_text(data, "title"),
        fingerprint=_text(data, "fingerprint"),
        decisions=tuple(_decided(item, number, setup.players) for number, item in enumerate(_list(data, "decisions"))),
        outcome=_outcome(data["outcome"], setup.players),
        source=source,
    )


def _check_keys(data: dict[str, Any]) -> None:
    for key in data:
        if key not in _KEYS:
            near = nearest(key, _KEYS)
            raise Broken(f"a recording has no `{key}`", help=f"did you mean `{near}`?" if near else None)
    for key in _KEYS:
        if key not in data and key not in _NEWER:
            raise Broken(f"the recording has no `{key}`")


def _setup(data: dict[str, Any]) -> Setup:
    players = _whole(data["players"], "players")
    if not 1 <= players <= 64:
        raise Broken(f"`{players}` is no number of players", "players")
    seats = tuple(_each(data, "seats", str))
    if len(seats) != players:
        raise Broken(f"{players} play, but {len(seats)} seats are named", "seats")
    return Setup(
        game=_text(data, "game"),
        players=players,
        variants=tuple(_each(data, "variants", str)),
        settings=_settings(data["settings"]),
        seed=_whole(data["seed"], "seed"),
        seats=seats,
        quiet=_quiet(data, players),
    )


def _quiet(data: dict[str, Any], players: int) -> tuple[int, ...]:
    named = _list(data, "quiet") if "quiet" in data else []
    found = [_seat(seat, players, "quiet", at) for at, seat in enumerate(named)]
    if len(set(found)) < len(found):
        raise Broken("a seat is named twice among the quiet ones", "quiet")
    return tuple(found)


def _settings(value: Any) -> dict[str, str | int]:
    if not isinstance(value, dict):
        raise Broken("`settings` gives each option a value", "settings")
    for name, setting in value.items():
        if isinstance(setting, bool) or not isinstance(setting, str | int):
            raise Broken(f"the option `{name}` is set to neither a word nor a whole number", "settings", name)
    return value


def _decided(item: Any, number: int, players: int) -> Decided:
    if not isinstance(item, dict):
        raise Broken(f"decision {number + 1} has no seat and value", "decisions", number)
    for key in ("seat", "value"):
        if key not in item:
            raise Broken(f"decision {number + 1} has no `{key}`", "decisions", number)
    words = item.get("words", "")
    if not isinstance(words, str):
        raise Broken(f"the words of decision {number + 1} are no text", "decisions", number, "words")
    seat = _seat(item["seat"], players, "decisions", number, "seat")
    return Decided(seat, _whole(item["value"], "decisions", number, "value"), words)


def _outcome(value: Any, players: int) -> Ended | None:
    if value is None:
        return None
    if not isinstance(value, dict) or value.get("kind") not in _OUTCOMES:
        raise Broken(f"an outcome is one of {', '.join(_OUTCOMES)}", "outcome")
    winners = value.get("winners")
    if not isinstance(winners, list):
        raise Broken("the outcome has no list of winners", "outcome")
    seats = tuple(_seat(winner, players, "outcome", "winners", at) for at, winner in enumerate(winners))
    return Ended(value["kind"], seats, str(value.get("reason", "")))


def _text(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise Broken(f"`{key}` is a text", key)
    return value


def _list(data: dict[str, Any], key: str) -> list[Any]:
    value = data[key]
    if not isinstance(value, list):
        raise Broken(f"`{key}` is a list", key)
    return value


def _each(data: dict[str, Any], key: str, kind: Callable[[Any], str]) -> list[str]:
    values = _list(data, key)
    for at, value in enumerate(values):
        if not isinstance(value, str):
            raise Broken(f"`{key}` is a list of texts", key, at)
    return [kind(value) for value in values]


def _whole(value: Any, *path: str | int) -> int:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value.bit_length() > 4 * MOST_DIGITS:
        raise Broken(f"`{str(value)[:40]}` is no whole number", *path)
    return value


def _seat(value: Any, players: int, *path: str | int) -> int:
    seat = _whole(value, *path)
    if not 1 <= seat <= players:
        raise Broken(f"there is no seat {seat} among {players} players", *path)
    return seat - 1

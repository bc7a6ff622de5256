"""Keeps compiled programs between runs, by a hash of everything that they were made from."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import encanta
from encanta.resources import cache_folder, is_rulebook, rulebooks_root, shipped_games

MOST_KEPT = 64
MOST_FILES = 300
MOST_BYTES = 8_000_000
"""Rulebooks beyond these bounds are not kept."""
_KINDS = (".yaml", ".csv")


def folder() -> Path:
    """Where programs are kept."""
    return cache_folder() / "games"


def key(game: str, *how: object) -> str | None:
    """What the program of a game is kept under; it changes with the rulebook, with how it is played, and with Encanta.

    None where there is nothing to keep: no rulebook, or one that is too large.
    """
    root = _root(game)
    if root is None:
        return None
    total = hashlib.sha256()
    try:
        for part in (*_engine(), str(root), str(Path.cwd()), repr(how), *_texts(root)):
            total.update(part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part)
            total.update(b"\0")
    except (OSError, ValueError):
        return None
    return total.hexdigest()


def _root(game: str) -> Path | None:
    """The folder of a game, as it is found when a rulebook is opened; None for anything but a folder."""
    path = Path(game)
    if is_rulebook(path):
        return path.resolve()
    return rulebooks_root() / game if game in shipped_games() else None


def _texts(root: Path) -> Iterator[str | bytes]:
    """Names and contents of the files that a rulebook may consist of. Raises ValueError beyond the bounds."""
    files = [path for place in (root, *sorted(root.iterdir())) if place.is_dir() for path in sorted(place.iterdir())]
    files = [path for path in dict.fromkeys(files) if path.suffix in _KINDS and path.parent.name != "scenarios"]
    if len(files) > MOST_FILES or sum(path.stat().st_size for path in files) > MOST_BYTES:
        raise ValueError("too much")
    for path in files:
        yield str(path.relative_to(root))
        yield path.read_bytes()


@cache
def _engine() -> tuple[str, ...]:
    """What tells one version of the program from another, also while somebody works on it."""
    root = Path(encanta.__file__).parent
    files = sorted(root.rglob("*.py"))
    stamps = (f"{path.name} {(stat := path.stat()).st_mtime_ns} {stat.st_size}" for path in files)
    return encanta.__version__, sys.version, str(root), *stamps


def load(name: str) -> Any:
    """What was stored under a key, or None."""
    path = folder() / name
    try:
        if not _is_ours(path):
            return None
        data = pickle.loads(path.read_bytes())
    except Exception:
        # Whatever is wrong with it, the rulebook is simply read again.
        return None
    with suppress(OSError):
        path.touch()
    return data


def _is_ours(path: Path) -> bool:
    """Whether only the user themselves can have written a file: what is unpickled must not be a stranger's."""
    if not hasattr(os, "getuid"):
        return True
    return all(
        (stat := place.stat()).st_uid == os.getuid() and not stat.st_mode & 0o022 for place in (path, path.parent)
    )


def store(name: str, value: Any) -> None:
    """Keep a value under a key, and forget the ones that were not asked for longest. Failing is no error."""
    place = folder()
    # RecursionError: formulas nested so deep that they cannot be written.
    with suppress(OSError, RecursionError, pickle.PicklingError):
        data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=place)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(place / name)
        _forget(place)


def _forget(place: Path) -> None:
    kept = sorted(place.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST_KEPT:]:
        path.unlink()

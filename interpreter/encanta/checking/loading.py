"""Reads the files of a rulebook, and nothing outside its folder."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from encanta.checking import structure_codes as codes
from encanta.checking.card_sections import flat_patches, flat_readings, flattened
from encanta.checking.card_tables import read_card_table
from encanta.checking.normalise import normalise
from encanta.checking.registry import CARDS, RULEBOOK, VARIANT
from encanta.checking.registry_forms import Form
from encanta.resources import RULEBOOK_FILE, games_in, is_rulebook, rulebooks_root, shipped_games
from encanta.text.diagnostic import Diagnostic, error
from encanta.text.nearest import nearest
from encanta.text.nodes import Entry, Mapping, Node, Scalar
from encanta.text.source import ReadFailure, load_source, shown_name
from encanta.text.spans import Source, Span
from encanta.text.yaml_reader import read_yaml

CARDS_FILE = "cards.yaml"
MAX_FILES = 200


@dataclass(frozen=True, slots=True, eq=False)
class RulebookText:
    """The trees of a rulebook's files. `cards` holds the rows of all card files by component.

    `variants` and `labels` are by the names of their files, and so is what is wrong with variants. `chosen` is the
    variant that was named instead of a folder. `texts` are the sources that were read, by their place in the folder.
    """

    root: Path
    rulebook: Mapping
    cards: Mapping | None = None
    variants: dict[str, Mapping] = field(default_factory=dict)
    variant_problems: dict[str, list[Diagnostic]] = field(default_factory=dict)
    labels: dict[str, Mapping] = field(default_factory=dict)
    sources: Mapping | None = None
    texts: dict[str, Source] = field(default_factory=dict)
    chosen: str | None = None


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The trees, if the rulebook itself could be read, and what is wrong with its files."""

    rulebook: RulebookText | None
    diagnostics: list[Diagnostic]


def load(path_or_game: str) -> LoadResult:
    """Read the rulebook of a folder, a variant file, or a shipped game. A folder goes before a game of its name."""
    path = Path(path_or_game)
    if is_rulebook(path):
        return load_folder(path)
    if path_or_game in shipped_games():
        return load_folder(rulebooks_root() / path_or_game)
    if not _exists(path):
        return LoadResult(None, [_unknown(path_or_game, None)])
    if path.is_dir():
        return load_folder(path)
    if path.name == RULEBOOK_FILE:
        return load_folder(path.parent)
    return _load_variant(path)


def load_folder(path: Path) -> LoadResult:
    """Read the rulebook of a folder. What cannot be read is reported and left out."""
    reader = _Reader(path)
    if not is_rulebook(path):
        return LoadResult(None, [_no_rulebook(path)])
    tree = reader.read(path / RULEBOOK_FILE, RULEBOOK)
    if tree is None:
        return LoadResult(None, reader.found)
    tree = flat_readings(tree, reader.found)
    text = RulebookText(path, tree, _cards(reader, tree), texts=reader.texts)
    for file in reader.files("variants"):
        _add_variant(reader, text, file)
    for file in reader.files("labels"):
        words = reader.read(file, None)
        if words is not None:
            text.labels[file.stem] = words
    sources = path / "sources.yaml"
    if _exists(sources):
        text = replace(text, sources=reader.read(sources, None))
    return LoadResult(text, reader.found)


def _add_variant(reader: _Reader, text: RulebookText, file: Path) -> None:
    """Read a variant; what is wrong with it concerns only games that are played with it."""
    before = len(reader.found)
    tree = reader.read(file, VARIANT)
    tree = flat_patches(text.rulebook, tree, reader.found) if tree is not None else None
    text.variant_problems[file.stem] = reader.found[before:]
    del reader.found[before:]
    if tree is not None:
        text.variants[file.stem] = tree


class _Reader:
    """Reads files below one folder and collects what is wrong with them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.found: list[Diagnostic] = []
        self.texts: dict[str, Source] = {}

    def read(self, path: Path, form: Form | None, named_at: Span | None = None) -> Mapping | None:
        """The tree of a file, or None. `named_at` is where the rulebook names the file."""
        if not self._inside(path, named_at):
            return None
        try:
            source = load_source(path)
        except ReadFailure as failure:
            self.found.append(_at(failure.diagnostic, named_at))
            return None
        self.texts[_relative(path, self.root)] = source
        read = read_card_table if path.suffix == ".csv" else read_yaml
        tree: Node | None
        tree, problems = read(source)
        self.found.extend(problems)
        if tree is None:
            return None
        if not isinstance(tree, Mapping):
            self.found.append(_no_mapping(tree))
            return None
        normal = normalise(tree, form) if form is not None else tree
        return normal if isinstance(normal, Mapping) else None

    def files(self, name: str) -> list[Path]:
        """The YAML files in a folder of the rulebook, in alphabetical order."""
        folder = self.root / name
        if not folder.is_dir() or not self._inside(folder, None):
            return []
        try:
            files = sorted(file for file in folder.iterdir() if file.suffix == ".yaml")
        except OSError:
            return []
        if len(files) > MAX_FILES:
            self.found.append(_too_many(folder, len(files)))
        return files[:MAX_FILES]

    def _inside(self, path: Path, named_at: Span | None) -> bool:
        """Whether a path lies in the folder, also once every link is followed."""
        try:
            if path.resolve().is_relative_to(self.root.resolve()):
                return True
        except (OSError, ValueError, RuntimeError):
            pass
        self.found.append(
            error(
                codes.OUTSIDE_FOLDER,
                f"`{_relative(path, self.root)}` leads out of the folder of the rulebook",
                named_at if named_at is not None else _whole(path),
                help="a rulebook reads only files of its own folder; copy the file into it",
            )
        )
        return False


def _cards(reader: _Reader, rulebook: Mapping) -> Mapping | None:
    """The rows of all components, from the files that they name."""
    entries: list[Entry] = []
    read: dict[str, Mapping | None] = {}
    components = rulebook.get("components")
    for component in components if isinstance(components, Mapping) else ():
        rows = component.value.get("rows") if isinstance(component.value, Mapping) else None
        if not isinstance(rows, Scalar) or rows.kind != "text":
            continue
        if rows.text not in read:
            read[rows.text] = reader.read(_file(reader.root, rows.text), CARDS, rows.span)
        tree = read[rows.text]
        if tree is not None and rows.text.endswith(".csv"):
            entries.append(Entry(component.key, tree))
        elif tree is not None and rows.text != CARDS_FILE:
            entries.extend(entry for entry in tree if entry.key.text == component.key.text)
    default = reader.root / CARDS_FILE
    if CARDS_FILE not in read and _exists(default):
        read[CARDS_FILE] = reader.read(default, CARDS)
    main = read.get(CARDS_FILE)
    if main is not None:
        entries = [*main.entries, *entries]
    if not entries:
        return None
    cards = Mapping(entries[0].key.span if main is None else main.span, tuple(entries))
    return flattened(rulebook, cards, reader.found)


def _file(root: Path, name: str) -> Path:
    return root / name.replace("\0", "_")


# ---------------------------------------------------------------------------------------------- variants


def _load_variant(path: Path) -> LoadResult:
    """A variant file instead of a folder: its base is a folder beside it, or a shipped game."""
    reader = _Reader(path.parent)
    tree = reader.read(path, VARIANT)
    if tree is None:
        return LoadResult(None, reader.found)
    base = tree.entry("base")
    if base is None or not isinstance(base.value, Scalar):
        return LoadResult(None, [*reader.found, _no_variant(path, tree)])
    folder = base_folder(path, base.value.text)
    if folder is None:
        return LoadResult(None, [*reader.found, _unknown(base.value.text, base.value)])
    loaded = load_folder(folder)
    if loaded.rulebook is None:
        return LoadResult(None, [*reader.found, *loaded.diagnostics])
    text = replace(loaded.rulebook, chosen=path.stem)
    tree = flat_patches(text.rulebook, tree, reader.found)
    if not _same(text.root / "variants" / path.name, path):
        text.variants[path.stem] = tree
        text.variant_problems[path.stem] = reader.found
        text.texts[f"variants/{path.name}"] = reader.texts[path.name]
    return LoadResult(text, loaded.diagnostics)


def base_folder(path: Path, base: str) -> Path | None:
    """The folder of a variant's base: the one it lies in, one beside it, or a shipped game."""
    if base in ("", ".", "..") or "/" in base or "\\" in base or "\0" in base:
        return None
    above = path.resolve().parent
    if above.name == "variants" and above.parent.name == base and is_rulebook(above.parent):
        return above.parent
    if is_rulebook(above / base):
        return above / base
    return rulebooks_root() / base if base in shipped_games() else None


def _same(first: Path, second: Path) -> bool:
    try:
        return first.resolve() == second.resolve()
    except (OSError, RuntimeError):
        return False


# ------------------------------------------------------------------------------------------- diagnostics


def _exists(path: Path) -> bool:
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def _relative(path: Path, root: Path) -> str:
    try:
        return path.relative_to(root).as_posix()
    except ValueError:
        return path.as_posix()


def _whole(path: Path) -> Span:
    return Span(Source(shown_name(path), ""), 0, 0)


def _at(problem: Diagnostic, place: Span | None) -> Diagnostic:
    """A problem with a file, shown where the rulebook names the file."""
    if place is None or (problem.span is not None and problem.span.source.text):
        return problem
    return error(problem.code, problem.message, place, help=problem.help)


def _no_mapping(tree: Node) -> Diagnostic:
    return error(
        codes.WRONG_KIND,
        "a file of a rulebook holds keys with values",
        tree.span,
        help="begin each line with a key and a colon, such as `title: High card`",
    )


def _no_rulebook(path: Path) -> Diagnostic:
    what = "folder" if path.is_dir() else "file"
    return error(
        codes.NO_RULEBOOK,
        f"the {what} `{shown_name(path)}` is no rulebook: it has no file `{RULEBOOK_FILE}`",
        _whole(path),
        help=_below(path) or f"a rulebook is a folder with a file `{RULEBOOK_FILE}`",
    )


def _below(path: Path) -> str | None:
    inner = games_in(path) if path.is_dir() else []
    shown = ", ".join(f"`{name}`" for name in inner[:5])
    return f"there are rulebooks in it: {shown}" if inner else None


def _no_variant(path: Path, tree: Mapping) -> Diagnostic:
    return error(
        codes.NO_RULEBOOK,
        f"`{shown_name(path)}` is neither a rulebook nor a variant: it has no `base`",
        tree.span.point,
        help="name the folder of a rulebook, or a variant with `base:` and the name of a game",
    )


def _too_many(folder: Path, count: int) -> Diagnostic:
    return error(
        codes.TOO_MANY_FILES,
        f"the folder `{shown_name(folder)}` holds {count} files, and at most {MAX_FILES} are read",
        _whole(folder),
    )


def _unknown(name: str, node: Scalar | None) -> Diagnostic:
    known = sorted({*shipped_games(), *games_in(Path())})
    near = nearest(Path(name).name, known)
    listed = ", ".join(f"`{game}`" for game in shipped_games())
    help = f"did you mean `{near}`?" if near else f"the shipped games are {listed}" if listed else None
    message = f"there is no game or folder `{name}`"
    return error(codes.UNKNOWN_GAME, message, node.span if node is not None else None, help=help)

"""Lays a file of a rulebook out in the one canonical way, and never changes what it means."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from encanta.authoring.layout import Unusual, laid_out
from encanta.authoring.snippets import rewritten
from encanta.authoring.texts import effects_in, language_texts, verbs_in
from encanta.checking.loading import base_folder
from encanta.checking.registry import CARDS, RULEBOOK, SOURCES, VARIANT
from encanta.checking.registry_forms import Form
from encanta.checking.tree import unit_words
from encanta.language.parser import Vocabulary
from encanta.resources import RULEBOOK_FILE, is_rulebook
from encanta.text.diagnostic import Diagnostic, has_errors
from encanta.text.nodes import Mapping, Node, Scalar, Sequence
from encanta.text.source import ReadFailure, Source, load_source
from encanta.text.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file as it is and as it should be; the same where it is well, or cannot be read (then `problems` say why)."""

    path: Path
    before: str
    after: str
    problems: tuple[Diagnostic, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Words:
    """What the files of one rulebook need to know of each other: its verbs, and the properties that hold effects."""

    vocabulary: Vocabulary
    effects: frozenset[str]


def files_of(folder: Path) -> list[Path]:
    """The YAML files of a rulebook, in alphabetical order."""
    found = [path for path in folder.rglob("*.yaml") if path.is_file()]
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def folder_of(file: Path) -> Path | None:
    """The rulebook that a file belongs to: the nearest folder above it that is one."""
    above = file.resolve().parents
    return next((folder for folder in above if is_rulebook(folder)), None)


def words_of(file: Path | None, folder: Path | None) -> Words:
    """The verbs and effects of a rulebook, from all its files that can be read.

    A file outside of any rulebook may name the game that it changes; its words count too.
    """
    verbs: set[str] = set()
    units: set[str] = set()
    effects: frozenset[str] = frozenset()
    files = files_of(folder) if folder is not None else []
    if file is not None and folder is None:
        base = _base_of(file)
        files = [file, *(files_of(base) if base is not None else [])]
        folder = base
    for path in files:
        form = form_of(path, folder if path != file else None)
        tree = _tree(path) if form is not None else None
        if tree is not None and form is not None:
            verbs.update(verbs_in(tree, form))
            units.update(unit_words(tree))
            effects |= effects_in(tree)
    return Words(Vocabulary(frozenset(verbs), frozenset(units)), effects)


def _base_of(file: Path) -> Path | None:
    """The folder of the game that a file outside of any rulebook changes."""
    tree = _tree(file)
    base = tree.get("base") if isinstance(tree, Mapping) else None
    return base_folder(file, base.text) if isinstance(base, Scalar) else None


def _tree(path: Path) -> Node | None:
    try:
        return read_yaml(load_source(path))[0]
    except ReadFailure:
        return None


def form_of(path: Path, folder: Path | None) -> Form | None:
    """What may stand in a file; None for files without the small language: scenarios, labels."""
    if path.name == RULEBOOK_FILE:
        return RULEBOOK
    if path.name == "sources.yaml":
        return SOURCES
    if folder is None:
        return VARIANT if _is_variant(path) else None
    inside = path.resolve().relative_to(folder.resolve()).parts
    if inside[0] == "variants":
        return VARIANT
    return CARDS if len(inside) == 1 else None


def _is_variant(path: Path) -> bool:
    tree = _tree(path)
    return isinstance(tree, Mapping) and "variant" in tree


def format_file(path: Path, words: Words, folder: Path | None) -> Formatted:
    """A file in the canonical layout. Raises ReadFailure if it cannot be opened."""
    source = load_source(path)
    text, problems = format_source(source, form_of(path, folder), words)
    return Formatted(path, source.text, text, tuple(problems))


def format_source(source: Source, form: Form | None, words: Words) -> tuple[str, list[Diagnostic]]:
    """The text of a file in the canonical layout, and the errors for which it was left as it is.

    What the small language does not read, and what stands in a way that could not be kept, stays as it is.
    """
    plain = Source(source.name, source.text.replace("\r\n", "\n").replace("\r", "\n"))
    tree, problems = read_yaml(plain)
    if tree is None or has_errors(problems):
        return source.text, problems
    texts = _texts(tree, form, words)
    try:
        text = laid_out(plain, tree, texts)
    except Unusual:
        return source.text, []
    again, _ = read_yaml(Source(source.name, text))
    return (text if again is not None and _same(tree, again, texts) else source.text), []


def _texts(tree: Node, form: Form | None, words: Words) -> dict[Scalar, list[str]]:
    """The texts of the language that are to be written anew."""
    found: dict[Scalar, list[str]] = {}
    for text in language_texts(tree, form, words.effects):
        scalar = text.scalar
        lines = rewritten(scalar.text, text.start, words.vocabulary, _with_breaks(scalar))
        if lines is not None and not _is_special(scalar, lines):
            found[scalar] = lines
    return found


def _with_breaks(scalar: Scalar) -> str | None:
    """A text that YAML folds to one line with its line breaks; None for a block of lines."""
    if scalar.style == "literal":
        return None
    if scalar.style == "folded":
        return "\n".join(line.strip() for line in scalar.span.text.split("\n")[1:])
    return scalar.span.text if scalar.style == "plain" else scalar.text


def _is_special(scalar: Scalar, lines: list[str]) -> bool:
    """Whether a plain text would become something else for YAML."""
    first = lines[0]
    return scalar.style == "plain" and (first[0] in "[]{}&*!|>%@`\"'#," or first[:2] in ("- ", "? ") or first.isdigit())


def _same(before: Node, after: Node, texts: dict[Scalar, list[str]]) -> bool:
    """Whether two trees hold the same, apart from the texts that were written anew."""
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        if before in texts:
            return after.kind == before.kind and after.text.split() == " ".join(texts[before]).split()
        return (_visible(before), before.kind) == (_visible(after), after.kind)
    if isinstance(before, Mapping) and isinstance(after, Mapping) and len(before) == len(after):
        pairs = zip(before, after, strict=True)
        return all(_same(a.key, b.key, texts) and _same(a.value, b.value, texts) for a, b in pairs)
    if isinstance(before, Sequence) and isinstance(after, Sequence) and len(before) == len(after):
        return all(_same(a, b, texts) for a, b in zip(before, after, strict=True))
    return False


def _visible(scalar: Scalar) -> object:
    """What can be seen of a text: blanks at the ends of lines are no part of it."""
    if scalar.style == "folded":
        return scalar.text.split()
    if scalar.style == "literal":
        return [line.rstrip() for line in scalar.text.rstrip().split("\n")]
    return scalar.text

"""The printed rules: everything of the rulebook is on the page, in its languages, in one file that asks for nothing."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from encanta.authoring.beginning import begin
from encanta.checking.configure import open_rulebook
from encanta.checking.registry_words import CHAPTERS, EXAMPLE_UNITS, EXAMPLE_VERBS
from encanta.explain.booklet.formulas import Formulas
from encanta.explain.booklet.naming import Naming
from encanta.explain.booklet.page import Source, booklet, languages_of
from encanta.explain.booklet.phrases import FALLBACK, languages, phrases
from encanta.explain.booklet.sentences import Sentences
from encanta.explain.manual import manual
from encanta.language import ast
from encanta.language.parser import Vocabulary, parse
from encanta.resources import shipped_games

VOID = {"meta", "br"}
VERBS = Vocabulary(EXAMPLE_VERBS, EXAMPLE_UNITS)


def source_of(path: str, variants: tuple[str, ...] = (), **settings: str) -> Source:
    rulebook, problems = open_rulebook(path)
    assert rulebook is not None, problems
    ways = {}
    for players in range(rulebook.players[0], rulebook.players[1] + 1):
        prepared, _ = rulebook.prepare(players, settings, None, variants)
        if prepared is not None:
            ways[players] = prepared
    first = next(iter(ways.values()))
    return Source(rulebook, manual(first.tree, first.cards, rulebook.sources), first, ways, variants)


@dataclass
class Page(HTMLParser):
    """A page that was read: its text, its anchors and links, and whether its tags are closed."""

    open: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    text: str = ""
    language: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.ids += [named["id"] or ""] if "id" in named else []
        self.links += [named["href"] or ""] if "href" in named else []
        self.language = (named.get("lang") or "") if tag == "html" else self.language
        self.text += " "
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text += data


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    return page


@pytest.fixture(scope="module", params=shipped_games())
def shipped(request: pytest.FixtureRequest) -> tuple[Source, str]:
    source = source_of(request.param)
    return source, booklet(source)


def test_the_file_asks_for_nothing_from_elsewhere(shipped: tuple[Source, str]) -> None:
    html = shipped[1]
    assert re.findall(r"https?:|//[a-z]|\bsrc=|<link|<script|@import|url\(", html) == []
    assert 'name="viewport"' in html
    assert "@media print" in html


def test_tags_are_closed_and_every_link_leads_somewhere(shipped: tuple[Source, str]) -> None:
    page = read(shipped[1])
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.links


def test_everything_of_the_rulebook_is_on_the_page(shipped: tuple[Source, str]) -> None:
    source, html = shipped
    text = read(html).text.casefold()
    labels = source.rulebook.labels.get("en")
    words = {e.key.text: e.value.text for e in labels or ()}  # type: ignore[union-attr]

    def in_words(prose: str) -> str:
        said = re.sub(r"[a-z]\w*_\w+", lambda found: words.get(found[0], found[0].replace("_", " ")), prose)
        return said.casefold()

    sections = ("phases", "actions", "places", "abilities", "end", "windows", "tricks")
    for thing in source.manual.of(*sections):
        assert words.get(thing.name, thing.name.replace("_", " ")).casefold() in text, thing.path
        assert in_words(thing.about) in text, thing.path
    for option in source.rulebook.options.values():
        assert in_words(option.about) in text
        for reading in option.readings.values():
            assert in_words(reading.about) in text
    for variant in source.rulebook.variants.values():
        assert variant.title.casefold() in text
    assert source.manual.title.casefold() in text


def test_nothing_is_shown_as_it_is_written(shipped: tuple[Source, str]) -> None:
    text = read(shipped[1]).text
    assert re.findall(r"\w+_\w+", text) == []
    assert "{" not in text


@pytest.mark.parametrize("game", shipped_games())
def test_every_language_that_a_rulebook_carries(game: str) -> None:
    source = source_of(game)
    for language in languages_of(source.rulebook):
        page = read(booklet(source, language))
        assert page.language == language
        for entry in source.rulebook.labels.get(language) or ():
            if entry.key.text in source.rulebook.text.rulebook.get("phases"):  # type: ignore[operator]
                assert entry.value.text.casefold() in page.text.casefold()  # type: ignore[union-attr]
    assert phrases("es").say("page", "setup") in booklet(source, "es")


# ------------------------------------------------------------------------------------------------ a small game


@pytest.fixture
def game(tmp_path: Path) -> Path:
    begin(tmp_path / "shells")
    return tmp_path / "shells"


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def page_of(game: Path, *variants: str, language: str | None = None, **settings: str) -> str:
    return " ".join(read(booklet(source_of(str(game), variants, **settings), language)).text.split())


def test_rules_are_in_readable_words(game: Path) -> None:
    text = page_of(game)
    assert "Players take turns, clockwise from starter:" in text
    assert "Stop as soon as beach is empty." in text
    assert "the number of" in text
    assert "Do any of these, as often as you like: lay out shells" in text
    assert "Find 1." in text.replace(" .", ".")
    assert "minus 1 times the number of hand" in text


def test_options_in_use_and_variants_show(game: Path) -> None:
    text = page_of(game, "big_sets", forgotten="3")
    assert "Points that a shell in hand costs at the end: 3 (otherwise 1)" in text
    assert "minus 3 times the number of hand" in text
    assert "With: Big sets" in text
    assert "Big sets (in use)" in text
    assert "Shells of a kind that you lay out together: 3" in text


def test_what_depends_on_the_number_of_players_is_a_table(game: Path) -> None:
    assert "By the number of players" not in page_of(game)
    change(game / "rulebook.yaml", "hand_size: {default: 3,", "hand_size: {default: {2: 4, 3..4: 3},")
    change(game / "rulebook.yaml", "    set_size: {is: 2,", "    bonus: {2: 7, 3: 8, 4: 9}\n    set_size: {is: 2,")
    text = page_of(game)
    assert "By the number of players" in text
    assert re.search(r"Bonus ?7 ?8 ?9", text)


def test_texts_of_another_language_come_from_its_labels(game: Path) -> None:
    (game / "labels" / "es.yaml").write_text(
        "title: Conchas\nabout: Junta conchas en la playa.\nlay_out: exponer conchas\n"
        "lay_out.about: expón conchas de una clase\nbeach: playa\ncockle: berberecho\n"
    )
    text = page_of(game, language="es")
    assert text.startswith("Conchas Conchas Junta conchas en la playa.")
    assert "Expón conchas de una clase" in text
    assert "Lay out shells of one kind" not in text
    assert "playa está vacío" in text
    assert "berberecho" in text
    assert "Lo que puedes hacer" in text


def test_a_language_without_phrases_takes_english_ones(game: Path) -> None:
    (game / "labels" / "fr.yaml").write_text("beach: plage\n")
    source = source_of(str(game))
    assert languages_of(source.rulebook) == ["en", "fr"]
    text = read(booklet(source, "fr")).text
    assert "plage is empty" in text


def test_nothing_in_a_rulebook_becomes_markup(game: Path) -> None:
    attack = "<script>alert(1)</script>"
    change(
        game / "rulebook.yaml",
        "about: Gather shells on the beach and lay them out, kind by kind.",
        f"about: '{attack}'",
    )
    change(game / "rulebook.yaml", "about: lay out shells of one kind", f"about: '{attack} & more'")
    change(game / "cards.yaml", "copies: 6", f"copies: 6, text: '{attack}'")
    change(game / "variants" / "big_sets.yaml", "variant: Big sets", f"variant: '{attack}'")
    (game / "labels" / "en.yaml").write_text(f"beach: '{attack}'\n")
    html = booklet(source_of(str(game)))
    assert "<script" not in html
    assert unescape(html).count(attack) >= 5


# ---------------------------------------------------------------------------------------------------- phrases


def test_every_language_has_the_same_phrases_with_the_same_parts() -> None:
    first = phrases(FALLBACK)
    for language in languages():
        other = phrases(language)
        for group, said in first.groups.items():
            if group == "words":
                continue
            assert said.keys() == other.groups[group].keys(), (language, group)
            for name, phrase in said.items():
                assert parts_of(phrase) == parts_of(other.groups[group][name]), (language, group, name)


def parts_of(phrase: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


@pytest.mark.parametrize("language", languages())
def test_every_form_of_the_language_can_be_said(language: str) -> None:
    sentences = Sentences(Formulas(Naming({}), phrases(language)))
    for chapter in CHAPTERS:
        for word in chapter.words:
            node = parse(word.example, word.start, VERBS)
            if isinstance(node, ast.Stmt):
                assert all(text for text, _ in sentences.block(node))
            elif isinstance(node, ast.Expr):
                assert sentences.formulas.say(node)
            elif isinstance(node, ast.Pick):
                assert sentences.choice(node)
            elif isinstance(node, ast.Limit):
                assert sentences.limit(node)
            elif word.start in ("trigger", "change", "order", "asked", "played"):
                assert sentences.event(node)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("count(hand) >= 3", "the number of hand is at least 3"),
        ("not (a or b)", "not (a or b)"),
        ("(a or b) and c", "(a or b) and c"),
        ("it is not a wild", "it is not a wild"),
        ("sum(points of table) / 2", "the sum of points of table divided by 2, rounded down"),
        ("hand where color is red", "hand where color is red"),
        ("3 if any(deck) else 2", "3 if deck is not empty, otherwise 2"),
        ("p's hand", "p's hand"),
        ("goal + 1", "40 plus 1"),
        ("(2 + 3) * 4", "(2 plus 3) times 4"),
        ("top 2 of draw_pile", "the top 2 of draw pile"),
    ],
)
def test_formulas_in_words(text: str, said: str) -> None:
    naming = Naming({}, {"goal": 40}, places=frozenset({"deck", "hand"}))
    assert Formulas(naming, phrases("en")).say(parse(text, "formula", VERBS)) == said

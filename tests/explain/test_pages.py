"""The pages of the diagnostic codes."""

from __future__ import annotations

from encanta.explain.pages import codes_with_pages, page, title


def test_every_listed_code_has_a_page_with_a_title() -> None:
    for code in codes_with_pages():
        text = page(code)
        assert text is not None
        assert title(text), f"the page of {code} begins with no heading"


def test_no_page_for_what_is_no_code() -> None:
    assert page("no-such-code") is None
    assert page("../pages") is None
    assert page("") is None


def test_the_title_is_the_first_heading() -> None:
    assert title("\n# A tab\n\ntext") == "A tab"
    assert title("text\n# late") == ""

"""`encanta explain CODE`: what a diagnostic means."""

from __future__ import annotations

from typing import Annotated

import typer

from encanta_cli.common import JsonOption, fail, near


def command(
    code: Annotated[str | None, typer.Argument(metavar="CODE", help="A code, as in error[unknown-key].")] = None,
    list_codes: Annotated[bool, typer.Option("--list", help="List the codes that can be explained.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Explain a diagnostic code: what it means, a rulebook that triggers it, and one that does not."""
    if list_codes:
        _list(as_json)
    elif code is None:
        fail("no code is given", "name one, such as `encanta explain unknown-key`, or list them with `--list`")
    else:
        _explain(code, as_json)


def _list(as_json: bool) -> None:
    from encanta.explain.pages import codes_with_pages, page, title
    from encanta_cli.output import emit_json

    rows = [{"code": code, "title": title(page(code) or "")} for code in codes_with_pages()]
    if as_json:
        emit_json(rows)
        return
    width = max((len(row["code"]) for row in rows), default=0)
    for row in rows:
        typer.echo(f"{row['code']:<{width}}  {row['title']}".rstrip())


def _explain(code: str, as_json: bool) -> None:
    from encanta.explain.pages import codes_with_pages, page, title
    from encanta_cli.output import emit_json

    text = page(code)
    if text is None:
        fail(
            f"there is no code `{code}`",
            near(code, codes_with_pages()) or "list the codes with `encanta explain --list`",
        )
    if as_json:
        emit_json({"code": code, "title": title(text), "text": text})
    else:
        typer.echo(text.rstrip("\n"))

"""State conditions (`at once`): what is put right whenever it holds, before anything else resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from encanta.checking.environment import PLAYER as OF_PLAYERS
from encanta.checking.formulas import Leaf, is_error
from encanta.checking.items import Item
from encanta.checking.locals import report_unused
from encanta.checking.model import FLAG, PLAYER, Ability, Const, EdgeTrigger, Local, Loop
from encanta.checking.reading import Work
from encanta.checking.scope import Scope
from encanta.checking.sentences import read_block
from encanta.checking.tree import about, text_under
from encanta.checking.values import read_formula

if TYPE_CHECKING:
    from encanta.checking.session import Session


def read_at_once(session: Session, item: Item, work: Work) -> Ability | None:
    """A state condition, as an ability that goes before all others of its moment and acts as long as it holds."""
    node, key = item.entry.value, item.entry.key
    test, do = text_under(node, "while"), text_under(node, "do")
    if test is None or do is None:
        return None
    each = text_under(node, "each")
    scope = Scope()
    if each is not None:
        work.locals["you"] = PLAYER
        scope = Scope(Local(PLAYER, key.span, "you"))
    condition = read_formula(Leaf(test, work, session), scope, FLAG)
    body = read_block(Leaf(do, work, session), scope.child())
    report_unused(Leaf(key, work, session))
    if is_error(condition):
        return None
    span = test.span
    return Ability(
        name=key.text,
        owner=OF_PLAYERS if each is not None else None,
        row=None,
        condition=None,
        triggers=(EdgeTrigger("becomes", condition, Const(FLAG, span, 1), span),),
        instead=None,
        optional=False,
        event_condition=None,
        during=(),
        limit=None,
        stmts=(Loop(span, tuple(body), None, condition),),
        changes=(),
        places=(),
        about=about(node),
        span=key.span,
        locals=dict(work.locals),
        at_once=True,
    )

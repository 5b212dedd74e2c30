"""What the cards of Jacques and Jean do, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import Promise

    from cards.reference import Action, AutomaCard

NATIONS: Mapping[str, Promise] = {"france": lazy("France"), "spain": lazy("Spain"), "england": lazy("England")}


def title(card: AutomaCard, opponent: str) -> str:
    """ "Jacques: card A3". The key ends with deck and number."""
    return _("%(opponent)s: card %(card)s") % {"opponent": opponent, "card": label(card)}


def label(card: AutomaCard) -> str:
    """ "A3"."""
    return card.key.rpartition("_")[2].upper()


def sentences(card: AutomaCard) -> tuple[str, ...]:
    """What the card does: for Jacques one sentence for each area, for Jean ship, display and actions."""
    if card.areas:
        return tuple(area(said) for said in card.areas)
    return (sails(card), display(card), *(action(one) for one in card.actions))


def area(said: str) -> str:
    """One area of a card of Jacques."""
    if said == "END":
        return _("He ends the round after one more turn of everybody, in round four the game after two more.")
    if said.startswith("D"):
        return _("A disc goes to the market of city %(city)s, unless it is full.") % {"city": said[1:]}
    if said.startswith("X"):
        words = ngettext(
            "His explorer moves up to %(count)d space and stops at a quest in reach, which he takes.",
            "His explorer moves up to %(count)d spaces and stops at a quest in reach, which he takes.",
            int(said[1:]),
        )
        return words % {"count": int(said[1:])}
    first, _sep, last = said[1:].partition("-")
    words = _(
        "He takes the quest at the lowest numbered location from %(first)s to %(last)s, else the top one of the pile."
    )
    return words % {"first": first, "last": last}


def short(said: str) -> str:
    """One area of a card of Jacques in a word or two."""
    if said == "END":
        return _("Ends")
    if said.startswith("D"):
        return _("City %(city)s") % {"city": said[1:]}
    if said.startswith("X"):
        return ngettext("%(count)d step", "%(count)d steps", int(said[1:])) % {"count": int(said[1:])}
    return _("Quest %(among)s") % {"among": said[1:]}


def action(one: Action) -> str:
    """One action of a card of Jean."""
    if one.do == "pay_combat":
        return _pays(one)
    if one.early is not None:
        return _by_round(one)
    if one.do == "influence" and one.nation:
        return _("He gains %(count)d influence with %(nation)s.") % {
            "count": one.count,
            "nation": NATIONS[one.nation],
        }
    if one.do == "combat" and one.villages:
        return _("He fights a combat, with one village more than usual.")
    return str(_PLAIN[one.do]) % {"count": one.count}


def _pays(one: Action) -> str:
    """What the player pays: in both halves of the game, or in the round that is played."""
    if one.early is None:
        words = ngettext(
            "You pay %(count)d combat point. He scores %(missing)d points for each one that you lack.",
            "You pay %(count)d combat points. He scores %(missing)d points for each one that you lack.",
            one.count or 0,
        )
        return words % {"count": one.count, "missing": one.missing}
    words = _(
        "You pay combat points: %(early)d in rounds 1 and 2, %(late)d in rounds 3 and 4. He scores %(missing)d"
        " points for each one that you lack."
    )
    return words % {"early": one.early, "late": one.late, "missing": one.missing}


def _by_round(one: Action) -> str:
    if not one.early:
        return str(_LATE[one.do]) % {"late": one.late}
    return str(_BOTH[one.do]) % {"early": one.early, "late": one.late}


def sails(card: AutomaCard) -> str:
    """How far the ship of Jean sails, and which way."""
    words = ngettext(
        "His ship sails %(count)d step, the upper way at a fork.",
        "His ship sails %(count)d steps, the upper way at a fork.",
        card.steps,
    )
    if card.route == "lower":
        words = ngettext(
            "His ship sails %(count)d step, the lower way at a fork.",
            "His ship sails %(count)d steps, the lower way at a fork.",
            card.steps,
        )
    return words % {"count": card.steps}


def display(card: AutomaCard) -> str:
    """Which card of the display Jean takes."""
    return _("Card %(place)d of the display is his if he finds no free space for a disc.") % {"place": card.display}


_PLAIN: Mapping[str, Promise] = {
    "explore": lazy("His explorer moves %(count)d spaces."),
    "influence": lazy("He gains %(count)d influence with the nation of this combat."),
    "combat": lazy("He fights a combat."),
    "points": lazy("He scores %(count)d points."),
    "quest_from_pile": lazy("He takes %(count)d quest from the pile."),
    "remove_disc": lazy("He takes %(count)d disc off."),
}
_BOTH: Mapping[str, Promise] = {
    "explore": lazy("His explorer moves %(early)d spaces in rounds 1 and 2, %(late)d in rounds 3 and 4."),
    "points": lazy("He scores %(early)d points in rounds 1 and 2, %(late)d in rounds 3 and 4."),
}
_LATE: Mapping[str, Promise] = {
    "points": lazy("He scores %(late)d points in rounds 3 and 4 and none before."),
}

"""The addresses of the log. Campaign and play stand in every one: nothing is "current" in a cookie."""

from __future__ import annotations

from django.urls import path, register_converter

from campaigns.crew import ALPHABET
from campaigns.views import (
    aids,
    book,
    campaign,
    crew,
    join,
    log,
    lots,
    parts,
    score,
    setup,
    shelf,
    story,
    table,
    tonight,
)


class Code:
    """A campaign's six signs."""

    regex = f"[{ALPHABET}]{{6}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Number:
    """A small number in ASCII digits; Django's own `int` also takes digits of other scripts."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(Code, "code")
register_converter(Number, "n")

urlpatterns = [
    path("", shelf.shelf, name="shelf"),
    path("new/", shelf.new_log, name="new"),
    path("recover/", shelf.recover, name="recover"),
    path("join/", join.join, name="join"),
    path("join/<slug:typed>/", join.join_code, name="join-code"),
    path("light/", shelf.light, name="light"),
    path("healthz", shelf.healthz, name="healthz"),
    path("c/<code:code>/", campaign.campaign, name="campaign"),
    path("c/<code:code>/bag/", campaign.bag, name="bag"),
    path("c/<code:code>/sheet/", campaign.sheet, name="sheet"),
    path("c/<code:code>/noted/", campaign.noted, name="noted"),
    path("c/<code:code>/tonight/", tonight.choose, name="choose"),
    path("c/<code:code>/tonight/<slug:key>/", tonight.tonight, name="tonight"),
    path("c/<code:code>/without/", tonight.without, name="without"),
    path("c/<code:code>/middle/", tonight.middle, name="middle"),
    path("c/<code:code>/crew/", crew.crew, name="crew"),
    path("c/<code:code>/crew/invite/", crew.invite, name="invite"),
    path("c/<code:code>/crew/invite/<n:invitation>/", crew.invitation, name="invitation"),
    path("c/<code:code>/crew/invite/<n:invitation>/withdraw/", crew.withdraw, name="withdraw"),
    path("c/<code:code>/crew/seat/", crew.seat, name="seat"),
    path("c/<code:code>/crew/leave/", crew.leave, name="leave"),
    path("c/<code:code>/crew/recovery-code/", crew.recovery_code, name="recovery-code"),
    path("c/<code:code>/crew/<n:member>/role/", crew.role, name="role"),
    path("c/<code:code>/crew/<n:member>/hand-over/", crew.hand_over, name="hand-over"),
    path("c/<code:code>/crew/<n:member>/remove/", crew.remove, name="remove"),
    path("c/<code:code>/rest/", campaign.rest, name="rest"),
    path("c/<code:code>/log/", log.log, name="log"),
    path("c/<code:code>/log/<n:sequence>/undo/", log.take_back, name="undo"),
    path("c/<code:code>/log/<n:sequence>/again/", log.do_again, name="again"),
    path("c/<code:code>/correct/", log.correct, name="correct"),
    path("c/<code:code>/search/", book.search, name="campaign-search"),
    path("c/<code:code>/now/", book.tonight, name="now"),
    path("c/<code:code>/book/", book.contents, name="campaign-book"),
    path("c/<code:code>/peek/", book.peek, name="peek"),
    path("c/<code:code>/book/<slug:kind>/<slug:key>/", book.answer, name="campaign-answer"),
    path("c/<code:code>/ruling/<slug:kind>/<slug:key>/", book.rule, name="ruling"),
    path("c/<code:code>/p/<n:number>/", table.table, name="table"),
    path("c/<code:code>/p/<n:number>/aid/<slug:aid>/", aids.aid, name="at-table"),
    path("c/<code:code>/p/<n:number>/arrow/", aids.arrow, name="arrow"),
    path("c/<code:code>/p/<n:number>/aid/<slug:aid>/<slug:name>/", aids.do, name="deed"),
    path("c/<code:code>/p/<n:number>/round/", table.end_round, name="round"),
    path("c/<code:code>/p/<n:number>/phase/", table.end_phase, name="phase"),
    path("c/<code:code>/p/<n:number>/<n:sequence>/undo/", table.take_back, name="round-undo"),
    path("c/<code:code>/p/<n:number>/<n:sequence>/again/", table.do_again, name="round-again"),
    path("c/<code:code>/p/<n:number>/setup/", setup.setup_list, name="setup"),
    path("c/<code:code>/p/<n:number>/draw/<n:column>/", setup.drawn, name="draw"),
    path("c/<code:code>/p/<n:number>/printed/", setup.printed_table, name="printed"),
    path("c/<code:code>/p/<n:number>/lot/", lots.draw, name="lot"),
    path("c/<code:code>/p/<n:number>/tick/", setup.tick, name="tick"),
    path("c/<code:code>/p/<n:number>/deal/", parts.deal, name="deal"),
    path("c/<code:code>/p/<n:number>/part/", parts.take, name="part"),
    path("c/<code:code>/p/<n:number>/give-up/", tonight.give_up, name="give-up"),
    path("c/<code:code>/p/<n:number>/read/", story.begin, name="read"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/", story.draft, name="draft"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/card/", story.set_card, name="draft-card"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/propose/", story.propose, name="draft-propose"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/reader/", story.read_aloud, name="draft-reader"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/points/", story.set_points, name="draft-points"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/sheet/<n:place>/", score.sheet, name="draft-sheet"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/score/<n:place>/", score.keep, name="draft-score"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/reveal/", score.reveal, name="draft-reveal"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/weight/", score.weight, name="draft-weight"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/effect/", story.add_effect, name="draft-effect"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/drop/", story.drop_effect, name="draft-drop"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/review/", story.review, name="review"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/commit/", story.commit, name="commit"),
    path("c/<code:code>/p/<n:number>/read/<n:pk>/away/", story.throw_away, name="draft-away"),
]

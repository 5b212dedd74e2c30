"""The words that stand for codes, to be filled with values: `wording.py` makes sentences of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as lazy

from campaigns import table_phrases
from campaigns.rules.state import Place, Rest

if TYPE_CHECKING:
    from django.utils.functional import Promise

Words = dict[str, "Promise"]

REFUSALS: Words = {
    "nobody_to_deal_to": lazy("Choose at least one person who lays out."),
    "no_such_part": lazy("This list has no such part any more. Load the page to see how it stands now."),
    **table_phrases.REFUSALS,
    "play_is_open": lazy("A game is under way. Close it before you set the next one up."),
    "campaign_rests": lazy("This campaign does not go on just now. Let it go on first, on its own page."),
    "table_full": lazy("Your box cannot keep more objects for this column. Leave the object out."),
    "object_unknown": lazy("Your box does not know this object yet. Type the number of its tile as well."),
    "evening_not_open": lazy("This evening is not open to your campaign just now. Choose again from the list."),
    "opponent_missing": lazy("Say who plays against you, and at which level."),
    "opponent_does_not_fit": lazy("This opponent does not play in such a game. Choose another one."),
    "no_story_tonight": lazy("An evening of its own never changes the campaign: no story card, no campaign tile."),
    "campaign_has_begun": lazy("This log has begun already. What lies elsewhere is said under “Our box differs”."),
    "no_card_in_the_bag": lazy("At least one story card lies in the bag of a campaign that goes on. Type its number."),
    "nothing_open": lazy("Nothing is left open here, so there is nothing to rule."),
    "nothing_printed": lazy("This line asks for nothing that stands on a card."),
    "not_readable": lazy("The part “%(part)s” does not read as an answer. Compare it with the example."),
    "play_not_open": lazy("This game is not under way any more. Look at the log to see what happened."),
    "party_does_not_fit": lazy(
        "This is for %(least)s to %(most)s players, and %(players)s sit at the table."
        " Change who plays, or choose another game."
    ),
    "rounds_are_over": lazy("All rounds are over. What is left is the closing."),
    "round_is_over": lazy("That step is behind you already. Load the page again to see which round it is."),
    "round_not_over": lazy("Round %(round)s is not over yet. End it first; its reading comes after that."),
    "reading_already_written": lazy("The reading after round %(round)s is in the log already."),
    "reading_stands": lazy("The reading after round %(round)s stands. Undo that reading first, then the round."),
    "card_already_read": lazy("Card %(card)s has been read to its end in this campaign. Check the number."),
    "card_already_in_play": lazy("Card %(card)s is in play already. Check the number."),
    "card_not_in_play": lazy("Card %(card)s is not in play, so it cannot be read to its end."),
    "no_such_card": lazy("There is no card %(card)s in this box. Type the number on the back of the card."),
    "scenario_card": lazy("%(card)s is a scenario card, not a story card. Check the number."),
    "search_card": lazy("%(card)s belongs to The Search and is no story card. Check the number."),
    "project_card": lazy("%(card)s is a project card, not a story card. Check the number."),
    "maybe_project_card": lazy(
        "Card %(card)s can be a project card. If yours is a story card, tick that and add it again."
    ),
    "other_line": lazy("Card %(card)s belongs to the other campaign. Check the number."),
    "no_project_card": lazy("%(card)s is no project card, so it does not join the deck. Check the number."),
    "card_in_deck": lazy("Card %(card)s is in the project deck already. Check the number."),
    "no_such_tile": lazy("There is no tile %(tile)s in this box. Check the number on the tile."),
    "module_tile": lazy("%(tile)s is laid out by a module and is no campaign tile, so the log does not keep it."),
    "tile_already_there": lazy("%(tile)s lies there already, so it cannot be placed a second time."),
    "tile_lies_already": lazy(
        "%(tile)s lies on the table already. No source says what then holds: agree on it, and leave this column open."
    ),
    "tile_not_there": lazy("%(tile)s does not lie on the table, so it cannot be taken away."),
    "place_does_not_fit": lazy(
        "%(piece)s never lies there. A story card in play lies beside the board, and only project cards in the deck."
    ),
    "nothing_changed": lazy("The log says the same already: nothing to write."),
    "reason_missing": lazy("Say in a few words why the log has to be corrected."),
    "nothing_to_undo": lazy("There is nothing to undo."),
    "nothing_to_do_again": lazy("There is nothing to do again: something new has been written since."),
    "no_such_line": lazy("This list has no such line. Load the page again."),
    "code_unknown": lazy("No table has this code. Compare it sign by sign: it never holds 0, O, 1, I or L."),
    "code_ended": lazy("This invitation is over. Ask the captain for a new one."),
    "code_withdrawn": lazy("This invitation was withdrawn. Ask the captain for a new one."),
    "code_used": lazy("This invitation has served its one guest. Ask the captain for a new one."),
    "name_taken": lazy("Somebody here is called %(name)s already. Add a letter so that the log can tell you apart."),
    "only_crew_leads": lazy("%(name)s is no member of the crew. Make %(name)s crew first, then hand over."),
    "captain_stays": lazy("A log has a captain. Hand the captaincy over first, on the page “People”."),
    "member_left": lazy("%(name)s has left this log. Load the page again to see who is there."),
    "wrong_recovery_code": lazy("No log has this code. Compare it with the print sheet, sign by sign."),
    "count_sealed": lazy(
        "The count is not open yet: somebody keeps something secret. Open the count on the draft, then review again."
    ),
    "score_impossible": lazy("The numbers of a player do not fit together. Look at the score sheets again."),
    "weight_missing": lazy("Something is counted of which no source says the points. Read them off your box once."),
    "weight_unknown": lazy("The count of this box asks for no such points. Load the page again."),
    "party_empty": lazy("Nobody sits at the table yet: choose at least one player."),
    "party_twice": lazy("%(name)s sits at the table twice."),
    "guest_nameless": lazy("Give the guest a name."),
    "colour_twice": lazy("Two players cannot have the same colour."),
}

CLASHES: Words = {
    "begin": lazy("%(who)s began the campaign %(when)s."),
    "open": lazy("%(who)s opened the game %(when)s."),
    "reading": lazy("%(who)s wrote a reading into the log %(when)s."),
    "close": lazy("%(who)s closed the game %(when)s."),
    "give_up": lazy("%(who)s gave the game up %(when)s."),
    "middle": lazy("%(who)s wrote down what lies in the bag %(when)s."),
    "correction": lazy("%(who)s corrected %(what)s %(when)s."),
    "take_off": lazy("%(who)s said which tiles leave the board %(when)s."),
    "rest": lazy("%(who)s said how the campaign goes on %(when)s."),
    "aid": lazy("%(who)s changed %(what)s %(when)s."),
    "round": lazy("%(who)s moved the rounds on %(when)s."),
    "undo": lazy("%(who)s took a step back %(when)s."),
    "again": lazy("%(who)s did a step again %(when)s."),
    "table": lazy("%(who)s typed something else %(when)s."),
    "ruling": lazy("%(who)s wrote another ruling %(when)s."),
    "part": lazy("%(who)s took this part %(when)s."),
    "captain": lazy("%(who)s became captain %(when)s."),
    "seat": lazy("%(who)s took this seat %(when)s. Choose another one."),
    "draft_field": lazy("%(who)s set %(what)s %(when)s."),
    "draft_changed": lazy("%(who)s changed this draft %(when)s."),
    "draft_committed": lazy("%(who)s wrote this draft into the log %(when)s."),
    "draft_dropped": lazy("%(who)s threw this draft away %(when)s."),
}

SCORE_FAULTS: Words = {
    "score_too_few": lazy("At least %(limit)s."),
    "score_too_many": lazy("At most %(limit)s."),
    "score_more_than": lazy("More than under “%(other)s”: at most %(limit)s."),
    "score_two_ways": lazy("Leave this empty, or “%(other)s”: both would count the same twice."),
    "score_not_asked": lazy("The count of this box does not ask for this."),
}

PLACES: Words = {
    Place.BOX: lazy("in the box"),
    Place.BAG: lazy("in the bag"),
    Place.BOARD: lazy("on the board"),
    Place.TABLE: lazy("beside the board"),
    Place.DECK: lazy("in the project deck"),
    Place.GONE: lazy("out of the campaign"),
}

CARD_PLACES: Words = {
    **PLACES,
    Place.TABLE: lazy("in play"),
    Place.GONE: lazy("read"),
}

HAND_WORK: Words = {
    "card_box_table": lazy("Find card %(card)s and lay it by the quest tiles."),
    "card_bag_table": lazy("Take card %(card)s out of the bag and lay it by the quest tiles."),
    "card_table_gone": lazy("Lay card %(card)s with the cards that were read."),
    "card_box_gone": lazy("Read card %(card)s and lay it with the cards that were read."),
    "card_table_bag": lazy("Put card %(card)s into the bag."),
    "card_gone_table": lazy("Take card %(card)s back from the cards that were read and lay it by the quest tiles."),
    "card_table_box": lazy("Put card %(card)s back into the box, unread."),
    "card_bag_box": lazy("Take card %(card)s out of the bag and put it back into the box."),
    "card_box_deck": lazy("Take project card %(card)s out of the box and shuffle it into the deck."),
    "card_deck_box": lazy("Take project card %(card)s out of the deck and put it back into the box."),
    "tile_box_board": lazy("Take %(tile)s out of the box and lay it on the board."),
    "tile_gone_board": lazy("Take %(tile)s out of the box and lay it on the board."),
    "tile_bag_board": lazy("Take %(tile)s out of the bag and lay it on the board."),
    "tile_box_table": lazy("Take %(tile)s out of the box and lay it beside the board."),
    "tile_bag_table": lazy("Take %(tile)s out of the bag and lay it beside the board."),
    "tile_board_bag": lazy("Lift %(tile)s from the board, take its discs off and put it into the bag."),
    "tile_table_bag": lazy("Take the discs off %(tile)s beside the board and put it into the bag."),
    "tile_board_box": lazy("Lift %(tile)s from the board and put it back into the box."),
    "tile_board_gone": lazy("Lift %(tile)s from the board and put it back into the box."),
    "tile_table_box": lazy("Put %(tile)s back into the box."),
    "tile_table_gone": lazy("Put %(tile)s back into the box."),
    "tile_bag_box": lazy("Take %(tile)s out of the bag and put it back into the box."),
}
ANY_CARD = lazy("Card %(card)s: it should lie %(to)s now.")
ANY_TILE = lazy("%(tile)s: it should lie %(to)s now.")

SPACED: Words = {
    "tile_box_board": lazy("Take %(tile)s out of the box and lay it at %(space)s."),
    "tile_gone_board": lazy("Take %(tile)s out of the box and lay it at %(space)s."),
    "tile_bag_board": lazy("Take %(tile)s out of the bag and lay it at %(space)s."),
}

TITLES: Words = {
    "begin": lazy("The log began"),
    "open": lazy("Game %(game)s opened"),
    "reading": lazy("Story after round %(after)s of game %(game)s"),
    "close": lazy("Game %(game)s closed"),
    "give_up": lazy("Game %(game)s given up"),
    "middle": lazy("The campaign goes on here"),
    "correction": lazy("Our box differs"),
    "take_off": lazy("Card %(card)s takes tiles off the board"),
    "rest": lazy("The campaign"),
    "aid": lazy("At the table"),
    "round": lazy("Round"),
}

REST: Words = {
    "on": lazy("The campaign goes on"),
    Rest.ASIDE: lazy("The campaign is laid aside"),
    Rest.ENDED: lazy("The campaign has ended"),
}

WITHOUT: Words = {
    "open": lazy("Game %(game)s of %(day)s, played without this log"),
    "close": lazy("Result of game %(game)s of %(day)s"),
}

"""The words of the aids: what is refused at the table, what was done, what counters count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as lazy

if TYPE_CHECKING:
    from django.utils.functional import Promise

Words = dict[str, "Promise"]

REFUSALS: Words = {
    "aid_not_offered": lazy("Tonight's game has no such help. Look at the table for what there is."),
    "no_such_deed": lazy("There is nothing of that kind to do here. Load the page again."),
    "not_a_number": lazy("Type a whole number of at most three digits."),
    "markers_not_known": lazy("Only your card says which markers lie where. Type it once on the set-up list."),
    "jacques_not_here": lazy("Jacques is not in this game yet. Let him join first."),
    "jacques_is_here": lazy("Jacques has joined this game already. Go on with his turns."),
    "jean_not_here": lazy("Jean is not in this game yet. Let him join first."),
    "jean_is_here": lazy("Jean has joined this game already. Go on with his turns."),
    "no_such_level": lazy("There is no such level. Choose one of the list."),
    "round_not_running": lazy("No round is running. Begin a round first, on the table's page."),
    "he_ends_the_round": lazy("Jacques has shown the end of the round and shows no further card. Count the turns."),
    "he_does_not_end_the_round": lazy("Jacques has not shown the end of the round. Turn up his next card instead."),
    "round_has_ended": lazy("It is written already who ended this round. End it on the table's page, or undo that."),
    "no_card_left": lazy("All his cards of this round lie open. End the round to get them back under his deck."),
    "card_missing": lazy("Type the card that you turned up, for instance A3."),
    "no_such_card_of_his": lazy("No card is called “%(card)s”. Look at its letter and number again."),
    "card_already_shown": lazy("Card %(card)s lies open already. Look again, or undo the one that was mistyped."),
    "card_not_in_his_deck": lazy(
        "All cards of this kind at this level were seen, and %(card)s was not among them. Look again, or say that you"
        " know better."
    ),
    "card_lies_deeper": lazy(
        "Card %(card)s was shown in an earlier round and lies under those that nobody has seen yet. Look again, or say"
        " that you know better."
    ),
    "no_such_counter": lazy("There is no such counter. Choose one of those shown."),
    "counter_below_zero": lazy("That would be less than nothing. Choose a smaller number."),
    "counter_too_high": lazy("This counter goes to %(most)s at most. Choose a smaller number."),
    "no_combat_demanded": lazy("The newest card demands no combat points. There is nothing to pay."),
    "already_paid": lazy("The combat points of this card are settled already. Undo that to change it."),
    "paid_too_much": lazy("You pay from 0 to %(demanded)s combat points for this card. Type such a number."),
    "already_done": lazy("That was done already in this combat. Each action can be done once."),
    "already_found": lazy("Luysa was found at %(space)s, so no clue counts any more. What is left is to free her."),
    "already_freed": lazy("Luysa is free already."),
    "card_leaves_instead": lazy(
        "With Liberation of the Caribbean no marker goes back: the card leaves the game instead."
    ),
    "game_is_over": lazy("The last round is over. This was possible while somebody still had a turn."),
    "markers_are_laid_out": lazy("The markers lie on the board already. Undo that to lay them out anew."),
    "markers_are_not_placed": lazy(
        "Liberation of the Caribbean ignores what would place a marker. Say so if the scenario itself told you to."
    ),
    "no_clue_there": lazy("No clue lies face down at %(space)s any more. Choose another location."),
    "no_marker_left": lazy("That nation has no marker left to place."),
    "no_marker_out": lazy("No marker of that nation is out of the game, so none goes back."),
    "no_marker_there": lazy("No marker of that nation lies at %(space)s. Load the page to see how it stands now."),
    "no_marker_to_free": lazy("There is no marker that could be freed by this. Choose another action or place."),
    "no_nation_there": lazy("No source says whose marker belongs to %(space)s. Look at your card again."),
    "no_such_action": lazy("This combat has no such action. Choose one of those shown."),
    "no_such_clues_on_the_card": lazy("So many clues do not lie on the card. There are %(count)s of that colour."),
    "no_such_colour": lazy("A clue is green or red. Say which it was."),
    "no_such_count": lazy("A number of things cannot be %(count)s. Type another one."),
    "no_such_goal": lazy("Say where the marker goes: onto a Resistance tile, out of the game or to its nation."),
    "no_such_nation": lazy("There is no such nation. Choose France, Spain or England."),
    "no_such_number_of_players": lazy("The Search is played by one to four people."),
    "no_such_place": lazy("No marker can lie at %(space)s tonight. Choose another location."),
    "no_such_player": lazy("Nobody sits there. Choose one of the players."),
    "no_such_question": lazy("This is no question at a table of your size."),
    "no_such_square": lazy("A Resistance tile has four squares. Choose one of them."),
    "no_such_way": lazy("Luysa comes free by combat or by ransom. Choose one of them."),
    "not_found_yet": lazy("Luysa has not been found yet. The last green space of the card shows where she is held."),
    "only_in_a_village": lazy("%(space)s is no village, and only there this action works."),
    "ransom_at_the_end": lazy("The ransom is paid when the game ends. Come back in round four."),
    "ransom_too_small": lazy("The ransom is %(ransom)s doubloons, all from one player."),
    "red_spaces_are_full": lazy("The red spaces are full: nobody turns a clue up before one of them is paid away."),
    "same_nation_beside": lazy("Square %(beside)s beside it holds the same nation. Choose another square or none."),
    "search_is_here": lazy("The clues lie on the board already. Undo that to lay them out anew."),
    "search_not_here": lazy("The clues are not laid out yet. Say first how many spaces your card has."),
    "ship_is_elsewhere": lazy("The ship lies at %(ship)s, but Luysa is held at %(space)s."),
    "spaces_missing": lazy("Say how many spaces of each colour your card has. Both are at least one."),
    "square_is_taken": lazy("Square %(square)s holds a marker already. Choose another square."),
    "taken_markers_leave": lazy("A marker removed by the base game's Take is out of the game and never on a tile."),
    "too_few_combat_points": lazy("This costs %(cost)s combat points, and there are %(points)s."),
    "too_few_markers": lazy(
        "A nation has 13 markers, and this would be %(count)s. Look at what was typed of your card."
    ),
    "value_too_low": lazy("This lowers the combat value by %(cost)s, and it is %(value)s."),
    "not_begun": lazy("Nothing of it is laid out yet. Lay it out first, then say how you read it."),
    "rounds_go_on": lazy("The rounds are not over yet. End round four first, on the table's page."),
    "final_already_scored": lazy("Jean's end of the game is in his points already. Undo that to change it."),
    "green_stays": lazy("Your table reads that only red clues are paid away. Say otherwise further down."),
    "not_from_a_tile": lazy("Your table reads that no marker goes back from a Resistance tile. Say otherwise below."),
    "no_such_location": lazy("There is no location %(space)s that could be joined with it. Choose one of the list."),
    "income_already_scored": lazy("Jean has scored the income of this round already. Go on with the next round."),
}

DEEDS: Words = {
    "jacques.begin": lazy("Jacques joined"),
    "jacques.turn": lazy("Turn of Jacques"),
    "jacques.player-ended": lazy("A player ended the round"),
    "jacques.count": lazy("A counter of Jacques"),
    "jean.begin": lazy("Jean joined"),
    "jean.turn": lazy("Turn of Jean"),
    "jean.pay": lazy("Combat points for Jean's card"),
    "jean.count": lazy("A counter of Jean"),
    "jean.final": lazy("The end of the game for Jean"),
    "markers.begin": lazy("The ownership markers were laid out"),
    "markers.free": lazy("A marker left %(space)s"),
    "markers.put": lazy("A marker came to %(space)s"),
    "markers.give-back": lazy("A marker went back to its nation"),
    "markers.agree": lazy("How the table reads what is left open"),
    "lot.draw": lazy("The log drew by lot"),
    "search.begin": lazy("The clues were laid out"),
    "search.turn-up": lazy("A clue was turned up at %(space)s"),
    "search.pay": lazy("Clues were paid away"),
    "search.agree": lazy("How the table reads The Search"),
    "search.free": lazy("Luysa is free"),
}

SUBJECTS: Words = {
    "drawn": lazy("what was drawn by lot"),
    "marker": lazy("the markers at %(where)s"),
    "out": lazy("the markers out of the game"),
    "square": lazy("a Resistance tile"),
    "clue": lazy("the clues at %(where)s"),
    "search": lazy("The Search"),
    "reads": lazy("how the table reads what is left open"),
    "count": lazy("a counter"),
}
"""What the subjects of a play's stream mean, for whoever met somebody else at one; all others are an opponent's."""

OPPONENT = lazy("the opponent's cards or points")

CONDITIONS: Words = {
    "markers_gone": lazy("No ownership marker lies on the board"),
    "all_ahead": lazy("Every player has more points than the opponent"),
    "luysa_freed": lazy("Luysa is free"),
}

COUNTERS: Words = {
    "points": lazy("points"),
    "cards": lazy("cards taken"),
    "discs": lazy("discs taken off"),
    "quests": lazy("quests"),
    "combat": lazy("combat points"),
    "explorer": lazy("space of his explorer"),
    "influence_france": lazy("influence with France"),
    "influence_spain": lazy("influence with Spain"),
    "influence_england": lazy("influence with England"),
}

READINGS: dict[str, tuple[Promise, Promise]] = {
    "ring": (
        lazy("On a Resistance tile the first and the fourth square do not touch: the four are a row."),
        lazy("On a Resistance tile the first and the fourth square touch as well: the four are a ring."),
    ),
    "tokens_each": (
        lazy("A full Resistance tile pays 3 doubloons once."),
        lazy("A full Resistance tile pays 3 doubloons for each of your combat tokens."),
    ),
    "from_tile": (
        lazy("A marker that goes back to its nation comes from those out of the game."),
        lazy("A marker that goes back to its nation may come from a Resistance tile."),
    ),
    "city_each": (
        lazy("Freeing a city pays 3 doubloons once."),
        lazy("Freeing a city pays 3 doubloons for each occupied city."),
    ),
    "any_nation": (
        lazy("You free markers of the nation that you fight."),
        lazy("You may free a marker of any nation, whichever you fight."),
    ),
    "influence_once": (
        lazy("In place of influence there are 2 points for each."),
        lazy("In place of influence there are 2 points in all."),
    ),
    "four_counts": (
        lazy("The covered red space does not count as filled."),
        lazy("The covered red space counts as filled, and its clue is never paid away."),
    ),
    "eleven": (
        lazy("Luysa is found by the last green space only."),
        lazy("Luysa is also found when 11 clues are left on the board."),
    ),
    "green_pays": (
        lazy("Only red clues are paid away."),
        lazy("Green clues can be paid away as well."),
    ),
}
"""How a table can read what the rules leave open, by question: without and with it."""

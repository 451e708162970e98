"""Which games can be reviewed, and what is known of a review already."""

from collections.abc import Mapping

from splendor_tui.record import Record
from splendor_tui.review.game_review import GameReview
from splendor_tui.review.judgement import maker_of, read_judgement
from splendor_tui.review.turn_review import ReviewError
from splendor_tui.review.whole_turns import turns_of
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_


def open_review(record: Record, catalogue: Catalogue, kept: Mapping[int, str], nodes: int) -> GameReview:
    """The review of a game as far as it was kept, by first ply; what is kept is used only if it is sound and as thorough.

    Raises ReviewError for a game that is not over or for which there is no net, RecordError where it does not keep to the rules.
    """
    from splendor_tui.bots.learned.net import NetError, load_shipped_net  # numpy takes a while

    if record.result is None:
        raise ReviewError(N_("A game is reviewed when it is over, and this one has no result."))
    turns = turns_of(record, catalogue)
    players = len(record.header.players)
    try:
        load_shipped_net(players, catalogue)
    except NetError as error:
        raise ReviewError(N_("{fault} Without it no game can be reviewed.", fault=error.message)) from error
    maker = maker_of(players)
    judgements = {
        turn.ply: judgement
        for turn in turns
        if turn.ply in kept and turn.can_be_judged and (judgement := read_judgement(kept[turn.ply], turn, maker, nodes))
    }
    return GameReview.of(record, turns, judgements)

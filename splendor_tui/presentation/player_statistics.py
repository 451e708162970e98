"""The statistics of the players of finished games."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from splendor_tui.inputs.match_options import HUMAN
from splendor_tui.inputs.player_names import name_key, player_name
from splendor_tui.presentation.rating_texts import strength_sentence
from splendor_tui.presentation.table_model import kind_name
from splendor_tui.ratings import RatedPlayer, ratings_of, why_unrated
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.store import Averages, OpponentStatistics, PlayerStatistics, Rename, Store, current_name
from splendor_tui.words import N_, NN_, Message, MessageError, enumerated, listed, quoted


class PlayerAccount(NamedTuple):
    """A player, their rating if they have one, the reasons for their unrated games, and their former names."""

    player: PlayerStatistics
    person: RatedPlayer | None
    unrated: Counter[Message]
    former: Sequence[str] = ()

    def summary(self) -> Iterator[Message]:
        """Describe the games and the strength."""
        player = self.player
        results = NN_(
            "{name}: {count} game, {wins} won",
            "{name}: {count} games, {wins} won",
            player.games,
            name=_describe_name(player),
            wins=player.wins,
        )
        if player.shared:
            shared = NN_("{count} of them shared", "{count} of them shared", player.shared)
            results = N_("{results}, {shared}", results=results, shared=shared)
        if player.averages is None:
            yield results
        else:
            told = N_("{results}; {averages} a game")
            if player.played_out < player.games:
                told = N_("{results}; {averages} a game played to the end")
            yield told.filled_in(results=results, averages=describe_averages(player.averages))
        if self.person is not None:
            yield strength_sentence(self.person)

    def sentences(self) -> Iterator[Message]:
        """Describe the games, the strength, the other names, then each opponent."""
        yield from self.summary()
        if self.former:
            yield former_names(self.former)
        if self.unrated:
            yield unrated_sentence(self.unrated)
        for other in self.player.opponents:
            yield N_("games with {name}: {places}", name=_describe_name(other), places=describe_places(other))


def describe_places(other: OpponentStatistics) -> Message:
    """In how many games a player finished ahead of this opponent, and in how many level."""
    if not other.level:
        return N_("ahead in {ahead:g} of {games}", ahead=other.ahead, games=other.games)
    return NN_(
        "ahead in {ahead:g}, level in {count} of {games}",
        "ahead in {ahead:g}, level in {count} of {games}",
        other.level,
        ahead=other.ahead - other.level / 2,
        games=other.games,
    )


def describe_averages(averages: Averages) -> Message:
    """List the averages per game."""
    # French uses the singular below 2, and English the plural even for 1.0.
    points, cards, turns = (int(round(number, 1)) for number in averages)
    return enumerated(
        [
            NN_("{number:.1f} points", "{number:.1f} points", points, number=averages.points),
            NN_("{number:.1f} cards", "{number:.1f} cards", cards, number=averages.cards),
            NN_("{number:.1f} turns", "{number:.1f} turns", turns, number=averages.turns),
        ]
    )


def former_names(names: Sequence[str]) -> Message:
    """List the other names that a player has had."""
    return N_("also played as {names}", names=listed(names))


def unrated_sentence(reasons: Counter[Message]) -> Message:
    """Describe the number of unrated games, and the reasons that applied. `reasons` counts the games."""
    return NN_(
        "{count} game not rated: {reasons}.",
        "{count} games not rated: {reasons}.",
        reasons.total(),
        reasons=enumerated([*reasons]),
    )


def player_accounts(store: Store, catalogue: Catalogue, *, with_imported: bool = False) -> Sequence[PlayerAccount]:
    """All players with a finished game. Raises StoreError."""
    results = store.results(with_imported=with_imported)
    rated = {name_key(person.name): person for person in ratings_of(results, catalogue)}
    unrated: defaultdict[str, Counter[Message]] = defaultdict(Counter)
    for game in results:
        seats = {name_key(player.name): seat for seat, player in enumerate(game.players) if player.kind == HUMAN}
        for key, seat in seats.items():
            if reason := why_unrated(game, catalogue, seat):
                unrated[key][reason] += 1
    former, renames = defaultdict[str, list[str]](list), store.renames.load()
    for old in {name_key(rename.old): rename.old for rename in renames}.values():
        key = name_key(current_name(old, renames))
        if key != name_key(old):
            former[key].append(old)
    return [
        PlayerAccount(player, rated.get(key), unrated[key], former[key])
        if player.kind == HUMAN and (key := name_key(player.name))
        else PlayerAccount(player, None, Counter())
        for player in store.statistics(with_imported=with_imported)
    ]


# --- names -------------------------------------------------------------------------------------------------------------


def merge_question(account: PlayerAccount, accounts: Sequence[PlayerAccount], new: str) -> Message | None:
    """A question before a human of these is merged with another one who has the `new` name. None if nobody has."""
    player, people = account.player, [one.player for one in accounts if one.player.kind == HUMAN]
    other = next((one for one in people if one is not player and name_key(one.name) == name_key(new)), None)
    if other is None:
        return None
    met = sum(one.games for one in player.opponents if one.kind == HUMAN and name_key(one.name) == name_key(new))
    if not met:
        return N_("{name} exists already: merge both? Enter again merges them.", name=other.name)
    return NN_(
        "{name} exists already, and played {count} game against {old}: it would count once. Enter again merges both.",
        "{name} exists already, and played {count} games against {old}: each would count once. Enter again merges both.",
        met,
        name=other.name,
        old=player.name,
    )


def rename_player(store: Store, old: str, new: str) -> Message:
    """Rename a human. If another one has the new name, the two count as one. Returns a sentence that says so.

    Raises MessageError for an unknown or an invalid name, and StoreError.
    """
    results = store.results(with_imported=True)
    names = {name_key(player.name): player.name for game in results for player in game.players if player.kind == HUMAN}
    found, name = names.get(name_key(old)), player_name(new)
    if found is None:
        raise MessageError(N_("No finished game has a player called {name}.", name=quoted(old)))
    if found == name:
        raise MessageError(N_("This player is already called {name}.", name=name))
    store.renames.add(Rename(old=found, new=name))
    if name_key(name) in {*names} - {name_key(found)}:
        merged = N_("The games of {old} now count for {new}.", old=found, new=name)
        both = {name_key(found), name_key(name)}
        met = sum(
            both <= {name_key(player.name) for player in game.players if player.kind == HUMAN} for game in results
        )
        if not met:
            return merged
        return NN_(
            "{sentence} They played {count} game against each other, which counts once.",
            "{sentence} They played {count} games against each other, which count once each.",
            met,
            sentence=merged,
        )
    return N_("{old} is now called {new}.", old=found, new=name)


def undo_rename(store: Store) -> Message:
    """Undo the last rename. Raises MessageError if there is none, and StoreError."""
    undone = store.renames.undo()
    if undone is None:
        raise MessageError(N_("No player has been renamed."))
    return N_("The games of {old} count for {old} again, not for {new}.", old=undone.old, new=undone.new)


def _describe_name(player: PlayerStatistics | OpponentStatistics) -> object:
    """The name, followed by the level for a computer player."""
    kind = kind_name(player.kind)
    if kind is None:
        return player.name
    if not player.name:
        return N_("{level} (computer player)", level=kind)
    return N_("{name} ({kind})", name=player.name, kind=kind)

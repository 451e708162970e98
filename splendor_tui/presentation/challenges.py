"""The challenges for one player, with their scores. Both front ends list, start and save them as this table says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Final, NamedTuple

from pydantic import ValidationError

from splendor_tui.inputs.player_names import name_key
from splendor_tui.match.services import Services
from splendor_tui.presentation.challenge_session import Attempt, ChallengeSession
from splendor_tui.presentation.dates import format_date, local_time
from splendor_tui.presentation.guess_session import GuessSession
from splendor_tui.presentation.sprint_session import SprintSession, describe_turns
from splendor_tui.presentation.survival_session import SurvivalSession, describe_wins
from splendor_tui.store import Rename, Store, StoreError, current_name
from splendor_tui.words import N_, NN_, NP_, Message, MessageError, enumerated, listed
from splendor_tui.words.spelling import simplify

_SUBJECT: Final = "challenges"
"""The subject of saved progress. An item is a challenge's id, a day and a name, or `_PLAYER`."""
_PLAYER: Final = "player"
"""Who played last."""
_LATEST: Final = 20
_DAY: Final = timedelta(days=1)


class Challenge(NamedTuple):
    """A challenge. `word` starts it in plain text, `score` describes a score, and `best` finds the best of several."""

    id: str
    word: Message
    title: Message
    about: Message
    start: Callable[[Services], ChallengeSession]
    """Makes the challenge of today. Raises MessageError."""
    score: Callable[[int], Message]
    best: Callable[[Iterable[int]], int] = max


CHALLENGES: Final[Sequence[Challenge]] = (
    Challenge(
        "guess",
        NP_("word to type", "guess"),
        N_("Guess the Grandmaster"),
        N_("Ten positions a day: find the move that the Grandmaster plays. What yours gives away costs points."),
        GuessSession.of_today,
        lambda score: NN_("{count} point", "{count} points", score),
    ),
    Challenge(
        "sprint",
        NP_("word to type", "sprint"),
        N_("Sprint"),
        N_("One deal a day, without a rival: reach 15 points in as few turns as possible."),
        SprintSession.of_today,
        describe_turns,
        min,
    ),
    Challenge(
        "survival",
        NP_("word to type", "survival"),
        N_("Survival"),
        N_("Win against a Guildmaster, again and again. After each win, it starts the next game with one more card."),
        SurvivalSession.of_today,
        describe_wins,
    ),
)


def find_challenge(word: str) -> Challenge | None:
    """The challenge with this word, title or id, or the only one that begins like this."""
    typed = simplify(word)
    found = [
        one for one in CHALLENGES for name in (one.id, one.word, one.title) if simplify(str(name)).startswith(typed)
    ]
    return found[0] if typed and len(dict.fromkeys(found)) == 1 else None


class Scores:
    """A player's attempts at a challenge that count, one for each day. Those of version 1 have no name."""

    def __init__(self, challenge: Challenge, store: Store | None, today: date, name: str = "") -> None:
        """Load the attempts, ignoring unreadable ones. Raises StoreError."""
        self.challenge = challenge
        self.name = name
        self._store = store
        self._today = today
        self._attempts: dict[date, Attempt] = {}
        self.others: dict[str, int] = {}
        """The scores of the attempts that the other players have completed today."""
        saved, renames = ({}, ()) if store is None else (store.progress.load(_SUBJECT), store.renames.load())
        for item, text in saved.items():
            challenge_id, day, player = (*item.split(" ", 2), "", "")[:3]
            player, is_today = current_name(player, renames), day == str(today)
            is_own = name_key(player) == name_key(name)
            if challenge_id == challenge.id and (is_own or (is_today and player)):
                with suppress(ValidationError, ValueError):
                    attempt = Attempt.model_validate_json(text)
                    if is_own:
                        self._attempts[date.fromisoformat(day)] = attempt
                    elif attempt.over and attempt.score is not None:
                        self.others[player] = attempt.score

    @property
    def attempt(self) -> Attempt | None:
        """Today's attempt, if it has begun."""
        return self._attempts.get(self._today)

    @property
    def by_day(self) -> Mapping[date, int]:
        """The score of each day that has one."""
        return {day: one.score for day, one in self._attempts.items() if one.score is not None}

    @property
    def today(self) -> int | None:
        """Today's score, if there is one."""
        return self.by_day.get(self._today)

    @property
    def _completed(self) -> Mapping[date, int]:
        """The scores of the attempts that are over."""
        return {day: score for day, score in self.by_day.items() if self._attempts[day].over}

    @property
    def best(self) -> int | None:
        """The best score of a completed attempt, if there is one."""
        return self.challenge.best(self._completed.values()) if self._completed else None

    @property
    def best_of_day(self) -> tuple[Message, int] | None:
        """The players with the best score of today, and this score. None without one of another player."""
        if not self.others:
            return None
        own = self._completed.get(self._today)
        return self._best_of(self.others if own is None else {self.name: own, **self.others})

    @property
    def best_today(self) -> Message | None:
        """Describe the best score of today. None without one of another player."""
        if self.best_of_day is None:
            return None
        names, score = self.best_of_day
        return N_("Best today: {names}, {score}.", names=names, score=self.challenge.score(score))

    @property
    def streak(self) -> int:
        """The number of days in a row with a score, up to today or yesterday."""
        day, days = self._today if self.today is not None else self._today - _DAY, 0
        while day in self.by_day:
            day, days = day - _DAY, days + 1
        return days

    def targets(self) -> Sequence[Message]:
        """Describe the scores to beat: the player's best one, and today's best of the others."""
        found: list[Message] = []
        if self.best is not None:
            found.append(N_("Best: {score}.", score=self.challenge.score(self.best)))
        if self.others:
            names, best = self._best_of(self.others)
            found.append(
                N_("Best of the others today: {names}, {score}.", names=names, score=self.challenge.score(best))
            )
        return found

    def compare(self, score: int) -> Message | None:
        """Describe by how much a score beats today's best one of the others. None if it does not."""
        if not self.others:
            return None
        names, best = self._best_of(self.others)
        if score == best or self.challenge.best((score, best)) == best:
            return None
        return N_(
            "This beats the best of the others today, {names} with {score}, by {margin}.",
            names=names,
            score=self.challenge.score(best),
            margin=self.challenge.score(abs(score - best)),
        )

    def _best_of(self, scores: Mapping[str, int]) -> tuple[Message, int]:
        """The players with the best of these scores, and this score."""
        best = self.challenge.best(scores.values())
        return listed([name for name, score in scores.items() if score == best]), best

    @property
    def is_unfinished(self) -> bool:
        """Whether today's attempt can be continued."""
        return self.attempt is not None and not self.attempt.over

    @property
    def start_label(self) -> Message:
        """What starting the challenge does: only the first attempt of a day counts."""
        if self.attempt is None:
            return NP_("verb", "start")
        return N_("continue") if self.is_unfinished else N_("practise")

    def save(self, attempt: Attempt) -> Message | None:
        """Save the attempt of today. Returns an error message if saving fails."""
        self._attempts[self._today] = attempt
        if self._store is None:
            return N_("Your result is not saved: there is no save folder.")
        try:
            item = f"{self.challenge.id} {self._today} {self.name}".rstrip()
            self._store.progress.save(_SUBJECT, item, attempt.model_dump_json())
            self._store.progress.save(_SUBJECT, _PLAYER, self.name)
        except StoreError as error:
            return error.message
        return None

    def sentences(self) -> Sequence[Message]:
        """Describe the best score, today's, the best one of today, and the streak, and how to finish an attempt."""
        found: list[Message] = []
        if self.best is not None:
            found.append(N_("Best: {score}.", score=self.challenge.score(self.best)))
        elif not self._attempts:
            found.append(N_("Not played yet."))
        if self.today is not None:
            found.append(N_("Today: {score}.", score=self.challenge.score(self.today)))
        if self.best_today is not None:
            found.append(self.best_today)
        if self.is_unfinished:
            found.append(N_("You can continue today's attempt until midnight."))
        if self.streak > 1:
            found.append(NN_("{count} day in a row.", "{count} days in a row.", self.streak))
        return found


def known_names(services: Services) -> Sequence[str]:
    """The players of challenges and of the latest games, starting with the last player of a challenge. Raises StoreError."""
    names, renames = [*services.settings.names], list[Rename]()
    if services.store is not None:
        saved = services.store.progress.load(_SUBJECT)
        played = (item.split(" ", 2)[2] for item in saved if item.count(" ") > 1)
        recent = (name for game in services.store.latest_games(_LATEST, with_imported=False) for name in game.humans)
        names, renames = [saved.get(_PLAYER, ""), *names, *recent, *played], [*services.store.renames.load()]
    known: dict[str, str] = {}
    for name in filter(None, names):
        known.setdefault(name_key(current_name(name, renames)), current_name(name, renames))
    return [*known.values()]


def save_player(services: Services, name: str) -> None:
    """Save the name as that of the last player of a challenge. Raises StoreError."""
    if services.store is not None:
        services.store.progress.save(_SUBJECT, _PLAYER, name)


def scores_of(challenge: Challenge, services: Services, name: str = "") -> Scores:
    """The scores of a player. Raises StoreError."""
    return Scores(challenge, services.store, local_time(services.today()).date(), name)


def scores_of_day(services: Services) -> Iterator[Message]:
    """Describe the completed attempts of today at each challenge. Raises StoreError."""
    for challenge in CHALLENGES:
        if scores := scores_of(challenge, services).others:
            told = [N_("{name} {score}", name=name, score=challenge.score(score)) for name, score in scores.items()]
            yield N_("{title} today: {scores}.", title=challenge.title, scores=enumerated(told))


def shared_score(challenge: Challenge, services: Services, session: ChallengeSession) -> Message:
    """Describe the score of a challenge that is over, in a line to send to others."""
    return N_(
        "{title}, {date}. {name}: {score}.",
        title=challenge.title,
        date=format_date(services.today()),
        name=session.player,
        score=_describe_score(challenge, session.score),
    )


def _describe_score(challenge: Challenge, score: int | None) -> Message:
    return N_("no score") if score is None else challenge.score(score)


def begin(challenge: Challenge, services: Services, name: str = "") -> ChallengeSession:
    """Begin or continue today's challenge. Only the first attempt counts, because it shows the deals. Raises MessageError."""
    session, scores = challenge.start(services), scores_of(challenge, services, name)
    session.player, session.targets = name or session.player, scores.targets()
    attempt = scores.attempt
    if attempt is not None and attempt.over:
        score = _describe_score(challenge, attempt.score)
        session.message = N_("Your first attempt today counts: {score}. This one is for practice.", score=score)
        return session
    if attempt is not None:
        try:
            session.restore(attempt.moves)
        except ValueError as error:
            raise MessageError(N_("Today's attempt was begun with other cards.")) from error
        session.message = N_("Your attempt continues where you left it.")
    session.saved, session.compare = scores.save, scores.compare
    return session

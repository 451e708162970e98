"""How much a player makes of things, in prestige points."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What a player goes by. The figures were found by playing variants against one another; `benchmarks/variants.py` does it.

    bonus         what a bonus of a colour in average demand is worth at the start; at the target it is worth nothing
    nearness      how much of a noble's worth remains for every bonus that lacks beside the next one
    race          how much of it remains when a rival lacks fewer
    patience      how much of a card's worth remains for every turn that one waits for it
    gems_a_turn   how many of the gems that one needs a turn brings; fewer than three, as a colour is often short
    choices       how many cards are thought of as the first of two; 0 plans for one card at a time
    breadth       what the other cards count that come nearer too, as a share of their worth
    token         what a token is worth beside the plan
    surplus       the cost of each token over ten, which must be returned
    hand_slot     the cost of keeping a place in the hand occupied
    denial        how much of what a rival would gain by a card is worth taking from them, shared among the rivals
    nobles        how much of a noble's points it sees, as a share
    finish        what reaching the target is worth beside its points
    menace        the cost of letting a rival end the game in the next round
    restlessness  what buying or reserving gains for every turn in a row in which nobody did so
    watchful      whether it sees what the rivals can do in their next turn
    """

    bonus: float = 2.0
    nearness: float = 0.62
    race: float = 0.5
    patience: float = 0.76
    gems_a_turn: float = 1.3
    choices: int = 8
    breadth: float = 0.1
    token: float = 0.15
    surplus: float = 0.8
    hand_slot: float = 0.5
    denial: float = 0.3
    nobles: float = 1.0
    finish: float = 2.0
    menace: float = 3.0
    restlessness: float = 0.1
    watchful: bool = True

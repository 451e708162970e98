"""A complete engine in plain Python: `splendor-tui new --players 'Ann,@python3 collector.py'`.

It buys the best affordable card, otherwise it collects gems for good cards. docs/engine.md describes the protocol.
"""

import json
import sys
from collections import Counter

COLOURS = "WUGRK"


def tokens_in(words):
    """Count the tokens in words: `["W2", "*1"]` is two white gems and one gold."""
    return Counter({word[0]: int(word[1:]) for word in words if word[0] in "WUGRK*"})


class Table:
    """The engine's knowledge: the card set, and the current position."""

    def new_game(self, message):
        self.cards = {card["id"]: card for card in message["cards"]}

    def look(self, position):
        """Read the parts of a position that this engine needs. docs/position.md describes all parts."""
        head, grid, _nobles, *seats = (part.split() for part in position.split(" / "))
        mine = seats[int(head[1])]  # "seat 0 main …": the seat to move
        lists = {"tokens": [], "cards": [], "reserved": [], "nobles": []}
        heading = "tokens"
        for word in mine:
            if word in lists:
                heading = word
            else:
                lists[heading].append(word.rstrip("?"))  # a question mark means that the others have not seen the card
        self.tokens = tokens_in(lists["tokens"])
        self.bonuses = Counter(self.cards[card]["bonus"] for card in lists["cards"])
        self.in_reach = [self.cards[card] for card in grid[1:] + lists["reserved"] if card != "-"]

    def worth(self, action):
        """The value of an action. A purchase is worth more than any later purchase."""
        verb, *words = action.split()
        if verb == "buy":
            card = self.cards[words[0]]
            return 100 + 10 * card["points"] - sum(tokens_in(words[1:]).values())
        gained = Counter(words if verb == "take" else "*" if verb == "reserve" else ())
        lost = tokens_in(words) if verb == "return" else Counter()
        hopes = [self.hope(card, self.tokens + gained - lost) for card in self.in_reach]
        return sum(sorted(hopes)[-3:]) - (verb == "reserve")

    def hope(self, card, tokens):
        """The value of a card for which gems are still missing."""
        due = {colour: max(0, card["cost"][colour] - self.bonuses[colour]) for colour in COLOURS}
        lacking = sum(max(0, due[colour] - tokens[colour]) for colour in COLOURS) - tokens["*"]
        return (1 + card["points"]) / (1 + max(0, lacking)) / (2 + sum(due.values()))


def main():
    table, legal = Table(), []
    for line in sys.stdin:
        message = json.loads(line)
        match message["type"]:
            case "hello":
                answer = {"type": "hello", "protocol": 1, "name": "Collector", "author": "an example"}
                print(json.dumps(answer), flush=True)
            case "new-game":
                table.new_game(message)
                print(json.dumps({"type": "ready"}), flush=True)
            case "position":
                table.look(message["position"])
                legal = message["legal"]
            case "go":
                print(json.dumps({"type": "answer", "action": max(legal, key=table.worth)}), flush=True)
            case "quit":
                return


if __name__ == "__main__":
    main()

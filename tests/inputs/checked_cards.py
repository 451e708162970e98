"""The checked content of the standard card set. `make cards` writes it after a change of its files."""

import json

from splendor_tui.inputs.card_set import CHECKED, assets_folder, files_digest, read_card_set
from splendor_tui.rules.gems import unpack


def content() -> str:
    """The text of `checked_cards.json`: the digest of the files, then a line for each card and noble."""
    catalogue = read_card_set(assets_folder())
    cards = [[card.level, card.bonus, card.points, unpack(card.cost)] for card in catalogue.cards]
    nobles, promos = (
        [[noble.id, noble.name, noble.points, unpack(noble.cost)] for noble in kind]
        for kind in (catalogue.nobles, catalogue.promos)
    )
    return '{{"files": {}, "cards": [\n{}\n], "nobles": [\n{}\n], "promos": [\n{}\n]}}\n'.format(
        json.dumps(files_digest(assets_folder())),
        *(",\n".join(map(json.dumps, rows)) for rows in (cards, nobles, promos)),
    )


if __name__ == "__main__":
    CHECKED.write_text(content(), encoding="utf-8")

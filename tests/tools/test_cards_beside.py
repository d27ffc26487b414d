"""Other ways of reading cards, measured beside ours: each names clear cards, and the count is fair."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from simulator.artwork.pips import SUITS
from simulator.artwork.playing_cards import Deck, random_deck
from simulator.scenes.french_tables import CardTable, LaidCard
from tools.bench.competitors import card_contests
from tools.lab.baselines.card_contours import CardContours
from tools.lab.baselines.card_correlation import CardCorrelation
from tools.lab.baselines.card_templates import CardTemplates
from vision.cards.french.symbols import RANKS
from vision.reading import Picture, Points

LAID = [LaidCard("AS", -110, -40, 0.1), LaidCard("4H", 0, 30, 2.9), LaidCard("KC", 110, -20, -0.3)]
STRAIGHT_DOWN = np.array([[2.6, 0, 0, 480], [0, 2.6, 0, 360], [0, 0, 0, 1.0]])


@pytest.fixture(scope="module")
def deck() -> Deck:
    deck = random_deck(np.random.default_rng(8), [""], [])
    style = replace(deck.style, rank_high=8.0, pip_high=6.0, gap=3.2, column=5.0, top=3.0, narrow=1.0, four=False)
    return replace(deck, style=style, size=(60.0, 88.0))


@pytest.fixture(scope="module")
def templates(deck: Deck) -> CardTemplates:
    """Of the very deck: what a method is at its best."""
    return CardTemplates(
        tuple((rank, deck.ranks[rank]) for rank in RANKS), tuple((suit, deck.pips[suit]) for suit in SUITS)
    )


@pytest.fixture(scope="module")
def table(deck: Deck) -> tuple[Picture, list[Points]]:
    ground = np.full((720, 960, 3), (60, 70, 40), np.uint8)
    table = CardTable(ground, deck, STRAIGHT_DOWN, np.random.default_rng(1))
    for card in LAID:
        table.lay(card)
    indices = {index.code: index.card for index in table.indices() if index.rank_visible > 0.9}
    return table.picture, [indices[card.code] for card in LAID]


def test_whole_cards_on_a_dark_table_are_found_and_named_by_templates(
    templates: CardTemplates, table: tuple[Picture, list[Points]]
) -> None:
    picture, rings = table
    found = CardContours(templates).read(picture)
    for laid, ring in zip(LAID, rings, strict=True):
        near = min(found, key=lambda one: float(np.hypot(*(ring.mean(axis=0) - one.xy))))
        assert np.hypot(*(ring.mean(axis=0) - near.xy)) < 10
        assert near.face in (laid.code, "?")
    assert sum(one.face == laid.code for one in found for laid in LAID) >= 2


def test_correlation_names_cards_of_which_the_corners_are_known_either_way_round(
    templates: CardTemplates, table: tuple[Picture, list[Points]]
) -> None:
    picture, rings = table
    method = CardCorrelation(templates)
    assert method.name_faces(picture, rings) == [card.code for card in LAID]
    assert method.name_faces(picture, [np.roll(ring, 2, axis=0) for ring in rings]) == [card.code for card in LAID]
    assert method.name_faces(picture, []) == []


def test_cards_are_judged_by_code_and_by_rank_whoever_names_them(
    table: tuple[Picture, list[Points]], tmp_path: Path
) -> None:
    picture, rings = table
    cv2.imwrite(str(tmp_path / "one.jpg"), picture)
    seen = {"face_up": True, "visible_frac": 1.0, "index_tl_visible": True, "index_br_visible": True}
    cards = [
        {**seen, "rank": rank, "suit": suit, "corners_px": ring.tolist()}
        for (rank, suit), ring in zip(("AS", "4S", "QC"), rings, strict=True)
    ]
    (tmp_path / "one.json").write_text(json.dumps({"cards": cards}))
    contests = {(one.way, one.given, one.by): one.score for one in card_contests(tmp_path, ["contours"])}
    assert set(contests) == {
        (way, given, by)
        for way, given in (("ours", "picture"), ("contours", "picture"), ("contours", "corners"))
        for by in ("code", "rank")
    }
    by_code, by_rank = (contests["ours", "picture", by] for by in ("code", "rank"))
    assert (by_code.right, by_code.unsure, by_code.wrong) == (1, 0, 2)
    assert (by_rank.right, by_rank.unsure, by_rank.wrong) == (2, 0, 1)
    assert [one.split(" at ")[0] for one in by_rank.complaints] == ["one: K for Q"]

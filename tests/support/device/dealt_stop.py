"""A game of Stop before a camera that knows the cards: hands that are known to the test alone."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from device.games.listing import profile_of
from engines import stop
from engines.bots import NAMES
from engines.stop.cards import CARDS, Cards
from engines.stop.moves import Deal, Lot, Move
from engines.stop.state import State
from engines.vocabulary import UNKNOWN
from tests.support.device.card_moves import play
from tools.films.card_games import CardGame
from tools.films.card_tables import PERFECT
from tools.films.tiles import Match

OPENED = ExitStack()  # the games of a test, which it must close
PROFILE = profile_of("stop")
HANDS = (
    ("AS", "4H", "5H", "6H", "KD", "9S", "2C"),
    ("KH", "KC", "8D", "7S", "3S", "10D", "JC"),
    ("4S", "4D", "7C", "7D", "9H", "9D", "2H"),
    ("3H", "3D", "3C", "6S", "QC", "5D", "8C"),
    ("10S", "JS", "QS", "KS", "10H", "JH", "QH"),
)
STOCK = ("6C", "2D", "5S")


def dealt(folder: Path, hands: Sequence[Cards] = HANDS, stock: Cards = STOCK, games: int = 1) -> tuple[CardGame, State]:
    """A table on which the first player deals and begins, with hands that are known here only."""
    match = Match(PROFILE, NAMES[:5], {"games": games})
    game = OPENED.enter_context(CardGame(folder, match, 3, PERFECT))
    state = stop.start(match.players, match.options)
    game.lay(state)
    used = {card for hand in hands for card in hand} | {*stock}
    rest = [card for card in CARDS if card not in used]
    jokers = ["joker"] * (2 - sum(hand.count("joker") for hand in (*hands, stock)))
    for lot in ("AC", "9C", "QD", "JD", "10C"):
        state = play(game, state, Lot(lot))
    return game, play(game, state, Deal(tuple(hands), (*stock, *rest, *jokers)))


def recorded(game: CardGame) -> list[Move]:
    """What the box has of the game since the deal."""
    moves = [ply.move for ply in game.box.played.plies]
    return moves[moves.index(Deal(UNKNOWN, UNKNOWN)) + 1 :]

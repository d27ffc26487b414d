"""A question about a hand of Galaxy Jarapon: nine or eight tiles as text, and how it was won."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeVar, get_type_hints

from engines.jarapon.hand import SET_SIZE, Discards, Win, pons_among
from engines.jarapon.moves import PLAYERS
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.state import Phase, State
from engines.jarapon.tiles import BadTiles, TileSet, parse_tiles
from engines.jarapon.view import lying_open
from engines.messages import message
from engines.vocabulary import TILE_FACES, WILD

T = TypeVar("T")


def _option(default: T, metavar: str = "", **bounds: int) -> T:
    """A field of `HandOptions`: the `metavar` of its value, and its `bounds` in the terms of JSON Schema."""
    option: T = field(default=default, metadata={"metavar": metavar, "bounds": bounds})
    return option


@dataclass(frozen=True)
class HandOptions:
    """How a hand was won: the options of the command line, of the API and of its documentation."""

    pon: tuple[str, ...] = _option((), "N")  # each open set as a number (`"3"`) or its three tiles (`"3 wild 3"`)
    ron: bool = _option(False)
    riichi: bool = _option(False)
    dealer: bool = _option(False)
    players: int = _option(PLAYERS[-1], "N", minimum=PLAYERS[0], maximum=PLAYERS[-1])
    dora: str | None = _option(None, "N")
    bonus: str | None = _option(None, "N")
    winning: str | None = _option(None, "N")
    discards: str = _option("", "TILES")
    seen: str = _option("", "TILES")  # all that lies open beside the hand
    let_pass: bool = _option(False)
    wild_ron: bool = _option(True)
    wild_dora: bool = _option(False)
    next_dealer: bool = _option(False)
    chips: int = _option(0, "N", minimum=0)
    # Force of each payer, where it may not suffice
    others: tuple[int, ...] = _option((), "FORCE", maxItems=PLAYERS[-1] - 1)


class HandOption(NamedTuple):
    """A field of `HandOptions`; `help.hand` in the texts explains it.

    A switch that is on by default is explained by its effect when off.
    """

    name: str
    kind: object
    default: object
    metavar: str
    bounds: Mapping[str, int]


_KINDS = get_type_hints(HandOptions)
HAND_OPTIONS = tuple(HandOption(one.name, _KINDS[one.name], one.default, **one.metadata) for one in fields(HandOptions))


@dataclass(frozen=True)
class Question:
    """The tiles of a hand, its open sets, and everything that affects its worth and the right to claim it."""

    tiles: tuple[str, ...]
    win: Win
    ron: bool
    winning: str | None
    discards: Discards
    seen: tuple[str, ...]
    players: int
    chips: int
    others: tuple[int, ...]
    next_dealer: bool


def ask(text: str, tile_set: TileSet, options: HandOptions) -> Question:
    """The question in a text and options; raises `BadTiles` if they are impossible.

    With open sets the text may list all tiles or only the concealed ones: their number shows which.

    >>> from engines.jarapon.tiles import PLAIN_TILES
    >>> ask("4 4 4 5 5 5", PLAIN_TILES, HandOptions(pon=("3",))).tiles
    ('4', '4', '4', '5', '5', '5', '3', '3', '3')
    """
    sets = [parse_tiles(word, tile_set) for word in options.pon]
    tiles = _with_open_sets(parse_tiles(text, tile_set), sets)
    pons = pons_among(tiles, sets)
    dora, bonus, winning = (_one_tile(word, tile_set) for word in (options.dora, options.bonus, options.winning))
    win = Win(options.riichi, options.dealer, dora, bonus, pons, options.wild_dora)
    passed = options.riichi and options.let_pass
    discards = Discards(parse_tiles(options.discards, tile_set), passed, options.wild_ron)
    _check_money(options)
    money = (options.players, options.chips, options.others)
    seen = _seen(parse_tiles(options.seen, tile_set), (dora, bonus, *discards.own))
    question = Question(tiles, win, options.ron, winning, discards, seen, *money, options.next_dealer)
    _check_winning(question)
    return question


def _with_open_sets(tiles: tuple[str, ...], sets: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    open_tiles = tuple(tile for laid in sets for tile in (laid * SET_SIZE if len(laid) == 1 else laid))
    only_concealed = len(tiles) + len(sets) * SET_SIZE in (HAND_SIZE, HAND_SIZE - 1)
    return tiles + open_tiles if only_concealed else tiles


def _seen(seen: Sequence[str], named: Sequence[str | None]) -> tuple[str, ...]:
    """All tiles that lie open, among them those that other options name, which may have been counted already."""
    return tuple((Counter(seen) | Counter(filter(None, named))).elements())


def _one_tile(word: str | None, tile_set: TileSet) -> str | None:
    if word is None:
        return None
    tiles = parse_tiles(word, tile_set)
    if len(tiles) != 1:
        raise BadTiles(message("tiles.not_one", text=word[:40]))
    return tiles[0]


def _check_money(options: HandOptions) -> None:
    if options.players not in PLAYERS:
        raise BadTiles(message("hand.players", fewest=PLAYERS[0], most=PLAYERS[-1], players=options.players))
    if options.chips < 0:
        raise BadTiles(message("hand.chips", chips=options.chips))
    payers = 1 if options.ron else options.players - 1
    if options.others and (len(options.others) != payers or min(options.others) < 0):
        raise BadTiles(message("hand.others", payers=payers, given=len(options.others)))


def _check_winning(question: Question) -> None:
    """Raise `BadTiles` when the winning tile is not among the concealed ones, or is needed and not named."""
    concealed = list(question.tiles)
    for pon in question.win.pons:
        for tile in [pon.number] * (SET_SIZE - pon.wilds) + [WILD] * pon.wilds:
            concealed.remove(tile)
    if question.winning is None:
        may_be_forbidden = question.discards.own or (WILD in concealed and not question.discards.wild_may_be_taken)
        if question.ron and may_be_forbidden and len(question.tiles) == HAND_SIZE:
            raise BadTiles(message("hand.winning_unknown"))
    elif question.winning not in concealed and len(question.tiles) == HAND_SIZE:
        raise BadTiles(message("hand.winning_elsewhere", tile=question.winning))


def known_options(state: object) -> tuple[HandOptions, ...]:
    """The options that apply to each seat's hand; empty if no match of Galaxy Jarapon is on the table."""
    if not isinstance(state, State) or state.phase == Phase.OVER:
        return ()
    return tuple(_options_of(state, seat) for seat in range(len(state.players)))


def _options_of(state: State, seat: int) -> HandOptions:
    me, house = state.seats[seat], state.house
    ron = state.taken in TILE_FACES and state.last != seat
    payers = [state.last] if ron else [other for other in range(len(state.players)) if other != seat]
    return HandOptions(
        pon=tuple(one.number if not one.wilds else " ".join(one.tiles) for one in me.sets),
        ron=ron,
        riichi=me.riichi,
        dealer=state.match.first is not None and state.dealer == seat,
        players=len(state.players),
        dora=_known_face(state.dora),
        bonus=_known_face(state.centre.tile) if state.centre.turned_up else None,
        winning=state.taken if ron else None,
        discards=" ".join(dict.fromkeys(tile for tile in state.all_discarded(seat) if tile in TILE_FACES)),
        seen=" ".join(lying_open(state, seat)),
        let_pass=bool(me.passed),
        wild_ron=house.almighty_ron == "yes",
        wild_dora=house.almighty_dora == "yes",
        next_dealer=house.false_win == "next_dealer",
        chips=state.match.chips,
        others=tuple(state.match.purses[payer] for payer in payers if payer is not None),
    )


def _known_face(tile: str) -> str | None:
    return tile if tile in TILE_FACES else None

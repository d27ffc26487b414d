"""The four walls: how they are built, broken and dealt from (J7-3 to J7-5).

Stacks are counted clockwise from the dealer's right end, 0 to 40. Sides of the table are counted counter-clockwise like
seats, from 0 for the first player; two players sit opposite each other.

>>> [place_of(stack, side=0) for stack in (0, 10, 11, 40)]
[(0, 1), (0, 11), (3, 1), (1, 10)]
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from engines.hands import in_order
from engines.jarapon.moves import Tiles
from engines.jarapon.tiles import WILDS
from engines.tally import Kit
from engines.vocabulary import BLANK, NUMBERS, UNKNOWN, WILD

COPIES = 9
SUPPLY = {**dict.fromkeys(NUMBERS, COPIES), WILD: WILDS}  # J-c1
TILES = Kit(SUPPLY, spare={BLANK: 1})  # J-c1: the white one is never in play
STACKS = 41
DEALERS_STACKS = 11
STACKS_A_SIDE = 10
IN_THE_WALL = 2 * STACKS  # the 83rd tile lies in the centre
DEALT = 8
SIDES = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
_ALL_TILES = tuple(face for face, copies in SUPPLY.items() for _ in range(copies))


def built(seed: int | None, hand: int) -> tuple[Tiles, str]:
    """The 82 tiles of the walls, upper before lower in each stack, and the centre tile; unknown without a seed."""
    if seed is None:
        return (UNKNOWN,) * IN_THE_WALL, UNKNOWN
    tiles = list(_ALL_TILES)
    random.Random(f"{seed} wall {hand}").shuffle(tiles)
    return tuple(tiles[:-1]), tiles[-1]


def die(seed: int | None, hand: int, throw: int) -> int | None:
    """The pips of a throw, counted from 0 in each hand (hand 0: for the first dealer); None without a seed."""
    return None if seed is None else random.Random(f"{seed} die {hand} {throw}").randint(1, 6)


class Broken(NamedTuple):
    """The tiles of a broken wall."""

    dora: str
    under: str  # the tile under the dora
    hands: tuple[Tiles, ...]  # by seat
    live: Tiles  # in the order of drawing, upper before lower (J7-6)


def broken(wall: Tiles, dice: Sequence[int], dealer: int, players: int) -> Broken:
    """The tiles of a wall that is broken at the stack given by the dice (J7-4)."""
    dora = dora_stack(dice)
    stacks = [wall[2 * stack : 2 * stack + 2] for stack in range(STACKS)]
    turned_up, *rest = stacks[dora:] + stacks[:dora]
    dealt = DEALT // 2 * players
    hands: list[Tiles] = [()] * players
    for count, stack in enumerate(rest[:dealt]):
        hands[(dealer + count) % players] += stack
    live = tuple(tile for stack in rest[dealt:] for tile in stack)
    return Broken(turned_up[0], turned_up[1], tuple(map(in_order, hands)), live)


def dora_stack(dice: Sequence[int]) -> int:
    """The stack that the dice count to; the twelfth belongs to the next wall clockwise."""
    return sum(dice) - 1


def place_of(stack: int, side: int) -> tuple[int, int]:
    """The side of the table on which a stack stands, and its count from that side's right end, from 1."""
    if stack < DEALERS_STACKS:
        return side, stack + 1
    walls, at = divmod(stack - DEALERS_STACKS, STACKS_A_SIDE)
    return (side - 1 - walls) % 4, at + 1


def place_in_set(caller: int, giver: int, players: int) -> int:
    """Which tile of an open set, from 1 at its player's left, is the called one: it lies where its giver sits (J7-7).

    The manual's figure of this is not in our sources; its text names the three cases, left, opposite and right.

    >>> [place_in_set(caller=0, giver=giver, players=4) for giver in (3, 2, 1)]
    [1, 2, 3]
    """
    return 4 - (SIDES[players][giver] - SIDES[players][caller]) % 4


def highest(dice: Sequence[int], players: int) -> tuple[Sequence[int], Sequence[int]]:
    """The seats that throw for the first dealer, and their throws in this round (J7-2).

    Seats with equal highest throws throw again; a single seat is the dealer's.

    >>> highest([6, 2, 6], 3), highest([6, 2, 6, 1, 5], 3)
    (([0, 2], []), ([2], []))
    """
    left, throwing = list(dice), list(range(players))
    while len(throwing) > 1 and len(left) >= len(throwing):
        now, left = left[: len(throwing)], left[len(throwing) :]
        throwing = [seat for seat, pips in zip(throwing, now, strict=True) if pips == max(now)]
    return throwing, left

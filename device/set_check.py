"""Whether a set of tiles or cards is whole, by photographs of its pieces spread out, and what each game takes of it.

Pieces lie face up; each photograph shows other ones. What could not be named is never said to be missing, nor there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypedDict

from device.games.listing import GAMES, profile_of
from device.texts import grammar, say
from engines import search
from engines.drop_it import NAME as DROP_IT
from engines.drop_it.pieces import COLOURS, OF_EACH
from engines.messages import Message, Refusal, message
from engines.stop.cards import JOKER
from engines.tally import Counts, Equipment, Tally
from engines.vocabulary import BACK, UNSURE, WILD
from vision.reading import Reading

READ_AS = search.NAME  # whose tiles lie anywhere on the sheet
COUNTED = {name: equipment for name in GAMES if (equipment := profile_of(name).equipment) is not None}
# The games that take all of their kit, by which people choose it.
KITS = tuple(name for name, one in COUNTED.items() if one.pieces == one.kit.pieces)
# Nothing reads its pieces outside their frame.
DROP_IT_SET = message("set_check.drop_it", colours=len(COLOURS), **OF_EACH)
_WILDS = {"wild": WILD, "jokers": JOKER}  # by their facts in texts
_ELUSIVE = (JOKER,)  # not every deck's has an index, by which cards that nobody has taught are found
_MAX_LISTED = 12  # missing pieces that are listed: more have most likely not been photographed yet
# What a picture may be warned of without hiding pieces, other than those that are `"?"` then.
_HIDES_NOTHING = frozenset({"glare", "twice", "too_small", "cut_off", "turned_or_not"})


class BadSet(Refusal):
    """Pieces that cannot be counted: of no set, or in a picture that may hide some."""


class GamePieces(TypedDict):
    """What a game takes of a set."""

    game: str
    take: str
    enough: bool | None  # None where that is uncertain


class SetAnswer(TypedDict):
    """What a set of pieces lacks and has too many of."""

    whole: bool | None  # None where pieces without a name decide that
    count: int  # pieces, those without a name included
    due: int  # pieces of a whole set
    missing: dict[str, int]  # at most, where there are pieces without a name
    fewest_missing: int
    surplus: dict[str, int]  # at least
    unnamed: int
    face_down: int  # of the unnamed ones
    games: list[GamePieces]
    reasons: list[str]


def equipment_of(game: str) -> Equipment:
    """What a game is played with; raises `BadSet` for a game without a set that can be counted."""
    if game == DROP_IT:
        raise BadSet(DROP_IT_SET)
    if game not in COUNTED:
        raise BadSet(message("set_check.no_game", game=game, allowed=" ".join(COUNTED)))
    return COUNTED[game]


def countable(reading: Reading) -> Reading:
    """The reading of a photograph whose pieces can be counted; raises `BadSet` where some may be hidden.

    A card that is unsure only because another one shows the same has that face: the set may have it twice.
    """
    hidden = next((warned for warned in reading.warnings if warned.kind not in _HIDES_NOTHING), None)
    if hidden is not None:
        raise BadSet(hidden.said())
    twins = {warned.at: warned.other for warned in reading.warnings if warned.kind == "twice"}
    pieces = (
        replace(piece, face=twins.get((round(piece.xy[0]), round(piece.xy[1]))) or piece.face)
        for piece in reading.pieces
    )
    return replace(reading, pieces=tuple(pieces))


def faces_in(reading: Reading) -> Counter[str]:
    """How many pieces of each face a reading has, `"?"` and `"back"` among them."""
    return Counter(piece.face for piece in reading.pieces)


def check_set(game: str, faces: Counts, language: str) -> SetAnswer:
    """What is missing of the set that a game is played with, and what each game takes of it; raises `BadSet`.

    `faces`: all counted pieces, as from `faces_in`.
    """
    kit, piece = equipment_of(game).kit, _piece_of(game)
    named = {face: count for face, count in faces.items() if face not in (UNSURE, BACK)}
    if strange := sorted(named.keys() - kit.pieces - kit.spare.keys()):
        raise BadSet(message("set_check.no_face", face=strange[0], allowed=" ".join(kit.pieces)))
    face_down = faces.get(BACK, 0)
    tally = kit.tally(named, faces.get(UNSURE, 0) + face_down, _ELUSIVE)
    return {
        "whole": tally.is_whole,
        "count": sum(tally.named.values()) + tally.unnamed,
        "due": sum(kit.pieces.values()),
        "missing": tally.missing,
        "fewest_missing": tally.fewest_missing,
        "surplus": tally.surplus,
        "unnamed": tally.unnamed,
        "face_down": face_down,
        "games": [_pieces_of(name, one, tally, language) for name, one in COUNTED.items() if one.kit == kit],
        "reasons": [say(said, language) for said in _reasons(tally, face_down, piece, language)],
    }


def _piece_of(game: str) -> str:
    """The kind of a game's pieces, by which texts speak of them: tile, card or number (a card with a number)."""
    return profile_of(game).drawing.piece or "tile"


def _pieces_of(game: str, equipment: Equipment, tally: Tally, language: str) -> GamePieces:
    """What a game takes, and whether the set has enough."""
    pieces, wilds = equipment.pieces, {name: equipment.pieces.get(face, 0) for name, face in _WILDS.items()}
    each = max((count for face, count in pieces.items() if face not in _WILDS.values()), default=0)
    take = message(f"set_check.take.{game}", total=equipment.total, each=each, **wilds)
    return {"game": game, "take": say(take, language), "enough": equipment.is_enough(tally)}


def _reasons(tally: Tally, face_down: int, piece: str, language: str) -> Iterator[Message]:
    """What a tally says, in the order in which people look for it."""
    count, due = sum(tally.named.values()) + tally.unnamed, sum(tally.due.values())
    yield message(f"set_check.seen.{piece}", count=count, due=due)
    if tally.is_whole:
        yield message("set_check.whole")
    yield from _missing(tally, piece, language)
    if tally.surplus:
        yield message("set_check.surplus", pieces=_listed(tally.surplus, piece, language))
    if tally.unnamed > face_down:
        yield message("set_check.unnamed", count=tally.unnamed - face_down)
    if face_down:
        yield message("set_check.face_down", count=face_down)


def _missing(tally: Tally, piece: str, language: str) -> Iterator[Message]:
    missing = sum(tally.missing.values())
    if missing > _MAX_LISTED and tally.fewest_missing:
        yield message("set_check.many", count=tally.fewest_missing)
    if not 0 < missing <= _MAX_LISTED:
        return
    is_certain = tally.fewest_missing == missing
    listed = _listed(tally.missing, piece, language)
    yield message("set_check.missing" if is_certain else "set_check.may_miss", pieces=listed)
    if tally.fewest_missing and not is_certain:
        yield message("set_check.fewest", count=tally.fewest_missing)
    yield message("set_check.unmarked")


def _listed(pieces: Counts, piece: str, language: str) -> str:
    """Pieces with their numbers, in words."""
    each = [
        message("set_check.pieces", count=count, name=_name(face, piece, language)) for face, count in pieces.items()
    ]
    return grammar(language).joined([say(one, language) for one in each])


def _name(face: str, piece: str, language: str) -> str:
    """A face in words; numbers stand for themselves."""
    if face == WILD:
        return say(message(f"set_check.wild.{piece}"), language)
    return say(message(f"name.{face}"), language) if piece == "card" else face

"""Corrections of the game on the table: legal moves, likely alternatives, previews and the corrections themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any, Literal, TypedDict

import cv2
import numpy as np
from flask import Blueprint, Response
from msgspec import UNSET, Struct, UnsetType, convert

from device.games.listing import profile_of
from device.games.move_form import MoveForm, filled
from device.record import corrections
from device.record.archive import GameArchive, KeptGame
from device.record.corrections import CorrectionKind, find_legal_moves, point_of, preview, with_hand
from device.record.entries import is_on_pad
from device.record.exports import played_of
from device.record.picture_notes import read_note
from device.record.pictures import jpeg_of
from device.record.replay import AnyPly, AnyReplay
from device.referee.alternatives import Alternative, rank_alternatives
from device.services import KeptPictures
from device.system.decoder import DECODER
from device.texts import say
from engines.jarapon.shapes import HAND_SIZE
from engines.messages import message
from vision.close_up import crop_to_places
from vision.overlay import draw_reading
from vision.pictures import BadPicture
from vision.reading import Picture
from web.api.author import author
from web.api.fields import Count, Done, Entry, Ordinal, Points, Seat, SentCount, TileFace, documented
from web.api.games import Game, Step, board_after, game_of, step_of
from web.api.operation import JPEG, SEARCH, operation
from web.api.table import apply
from web.diagrams.board import Board
from web.errors import Refused
from web.languages import request_language
from web.services import service

moves = Blueprint("moves", __name__, url_prefix="/api")
_PHONE_PX, _TABLET_PX = 256, 640  # widths at which pictures are shown: of a few tiles, and of the whole table
_DAY_SECONDS = 24 * 3600  # a picture of a move never changes


class OpenHand(Struct):
    player: Seat
    count: Count
    tiles: list[TileFace]
    sets: list[list[TileFace]]
    taken: TileFace | None


class LegalMove(TypedDict):
    move: Any  # JSON of the game's own type
    player: Seat | None
    sentence: str
    places: list[str]
    hand: OpenHand | None  # that the move opens, whose tiles are still to be entered


class Choices(TypedDict):
    choices: list[LegalMove]
    forms: list[MoveForm]
    table: Step


class TypedHand(Struct):
    player: SentCount
    tiles: Annotated[list[TileFace], documented(maxItems=HAND_SIZE)]


class Correction(Struct, kw_only=True):
    way: CorrectionKind
    entry: SentCount
    move: Any = UNSET  # JSON of the game's own type
    hand: TypedHand | UnsetType = UNSET


class CorrectionMade(Correction, kw_only=True):
    without: list[SentCount]
    known: SentCount


class Breaks(TypedDict):
    ply: Ordinal
    sentence: str


class ScoreChange(TypedDict):
    name: str
    before: Points
    after: Points


class Preview(TypedDict):
    breaks: Breaks | None
    without: list[Entry]
    later: Count
    came_to: list[str]
    scores: list[ScoreChange]


class LikelyMove(LegalMove):
    board: Board
    preview: Preview


class LikelyMoves(TypedDict):
    recorded: Any  # JSON of the game's own type
    choices: list[LikelyMove]
    others: Count
    strike: Preview
    known: Entry


@moves.get("/moves")
@operation("moves", "moves", *SEARCH)
def all_moves() -> Game:
    """The game on the table with its moves, including corrected ones."""
    return game_of(service(GameArchive).current())


@moves.get("/moves/<int:entry>/choices")
@operation("moves", "choices", 400, *SEARCH)
def choices(entry: int, *, way: Literal["change", "insert"]) -> Choices:
    """The legal moves in place of a move (`change`) or after it (`insert`), and the `table` before them."""
    kept = service(GameArchive).current()
    played, correction = played_of(kept), corrections.Correction(way, entry)
    at = point_of(played, correction)
    recorded = played.game.move_to_json(played.plies[at].move) if way == "change" else None
    forms, fits = result_forms(played, at, recorded)
    is_told = fits or is_on_pad(kept.entries)
    found = () if is_told else find_legal_moves(played, correction)
    return {
        "choices": list(map(legal_move, found)),
        "forms": forms if is_told else [],
        "table": step_of(played, at, kept),
    }


@moves.get("/moves/<int:entry>/likely")
@operation("moves", "likely", *SEARCH)
def likely(entry: int) -> LikelyMoves:
    """The most likely alternatives to a recorded move.

    Each has the board after it and a `preview` of the change; `strike` is the preview of striking the move. `known` is
    the last journal entry considered.
    """
    kept = service(GameArchive).current()
    played = played_of(kept)
    at = point_of(played, corrections.Correction("change", entry))
    recorded = played.plies[at]
    forms, is_result = result_forms(played, at, played.game.move_to_json(recorded.move))
    found, count = ((), len(forms)) if is_result else _alternatives(played, kept, recorded)
    choices: list[LikelyMove] = [
        {
            **legal_move(one.move),
            "board": board_after(one.played, kept.turn),
            "preview": _preview_json(played, one.preview),
        }
        for one in found
    ]
    return {
        "recorded": played.game.move_to_json(recorded.move),
        "choices": choices,
        "others": count - len(choices),
        "strike": _preview_json(played, preview(played, kept.entries, corrections.Correction("strike", entry))),
        "known": kept.last,
    }


@moves.get("/moves/pictures/<picture_id>")
@operation("moves", "small_picture", 404, 503, kind=JPEG)
def small(picture_id: str) -> Response:
    """A picture of a move at an eighth of its width, for lists."""
    with _decoded(picture_id, _stored_picture(picture_id)) as picture:
        high, wide = (max(1, pixels // 8) for pixels in picture.shape[:2])
        eighth = np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
        return _cacheable(jpeg_of(eighth, quality=75))


@moves.get("/moves/pictures/<picture_id>/read")
@operation("moves", "read_picture", 404, 503, kind=JPEG)
def with_reading(picture_id: str, *, near: str = "", plain: str | UnsetType = UNSET) -> Response:
    """A picture of a move with its reading drawn on it; unchanged if no reading was stored.

    With `?near=hand/`, cropped to places with this prefix; with `?plain`, without the drawing.
    """
    data = _stored_picture(picture_id)
    reading = read_note(data)
    if reading is None:
        return _cacheable(data)
    with _decoded(picture_id, data) as whole:
        picture, reading = crop_to_places(whole, reading, near) if near else (whole, reading)
        if plain is UNSET:
            picture = draw_reading(picture, reading, _PHONE_PX if near else _TABLET_PX)
        return _cacheable(jpeg_of(picture))


@moves.post("/corrections/preview")
@operation("moves", "preview", for_all=True)
def preview_correction(sent: Correction) -> Preview:
    """Preview a correction, without making it. For an open hand, its tiles may be sent."""
    kept = service(GameArchive).current()
    played = played_of(kept)
    return _preview_json(played, preview(played, kept.entries, _correction_of(sent, played)))


@moves.post("/corrections")
@operation("moves", "correct")
def correct(sent: CorrectionMade) -> Done:
    """Correct the record; if another correction came first, this one is refused."""
    correction = _correction_of(sent, played_of(service(GameArchive).current()))
    return apply(replace(correction, by=author(), without=tuple(sent.without), known=sent.known))


def _stored_picture(picture_id: str) -> bytes:
    data = service(KeptPictures).read(picture_id)
    if not data:  # a power cut may have left an empty file
        raise Refused(message("web.error.no_picture"), 404)
    return data


@contextmanager
def _decoded(picture_id: str, data: bytes) -> Iterator[Picture]:
    """Decode a stored picture; it may come from an imported file, and a damaged one counts as missing."""
    try:
        with DECODER.stored(data, picture_id) as picture:
            yield picture
    except BadPicture as error:
        raise Refused(message("web.error.no_picture"), 404) from error


def _cacheable(jpeg: bytes) -> Response:
    response = Response(jpeg, mimetype=JPEG)
    response.headers["Cache-Control"] = f"private, max-age={_DAY_SECONDS}"
    return response


def _correction_of(sent: Correction, played: AnyReplay) -> corrections.Correction:
    if sent.hand is not UNSET:
        return with_hand(played, corrections.Correction(sent.way, sent.entry), sent.hand.player, sent.hand.tiles)
    if sent.move is not UNSET:
        return corrections.Correction(sent.way, sent.entry, sent.move)
    if sent.way != "strike":
        raise Refused(message("web.error.bad_field", field="move"))
    return corrections.Correction(sent.way, sent.entry)


def legal_move(one: corrections.LegalMove) -> LegalMove:
    """A legal move as JSON."""
    return {
        "move": one.move,
        "player": one.player,
        "sentence": say(one.said, request_language()),
        "places": list(one.places),
        "hand": None if one.hand is None else convert(one.hand, OpenHand, from_attributes=True),
    }


def _alternatives(played: AnyReplay, kept: KeptGame, recorded: AnyPly) -> tuple[tuple[Alternative, ...], int]:
    """The likeliest moves in place of a recorded one, by its picture, and how many there are in all."""
    picture = service(KeptPictures).read(recorded.picture) if recorded.picture else None
    reading = read_note(picture) if picture else None
    return rank_alternatives(played, kept.entries, recorded.entry, reading.places if reading else {}, kept.turn)


def result_forms(played: AnyReplay, at: int, recorded: Any = None) -> tuple[list[MoveForm], bool]:
    """The forms for the result of a hand or a game after `at` plies, and whether the first one is a `recorded` move.

    None where the box deals or the game is over.
    """
    forms, state = profile_of(played.game.NAME).results, played.states[at]
    if forms is None or played.is_dealt or played.game.is_over(state):
        return [], False
    offered = list(forms(state, request_language()))
    fitting = [(form, known) for form in offered if recorded is not None and (known := filled(form, recorded))]
    others = [form for form in offered if not any(form is one for one, _ in fitting)]
    return [*(known for _, known in fitting), *others], bool(fitting)


def _preview_json(played: AnyReplay, previewed: corrections.Preview) -> Preview:
    before, after = played.scores[-1][1], previewed.played.scores[-1][1]
    breaks: Breaks | None = None
    if previewed.breaks is not None:
        breaks = {
            "ply": played.ply_of(previewed.breaks.entry),
            "sentence": say(previewed.breaks.said, request_language()),
        }
    return {
        "breaks": breaks,
        "without": list(previewed.without),
        "later": previewed.later,
        "came_to": [say(said, request_language()) for said in previewed.came_to],
        "scores": [
            {"name": name, "before": was, "after": now}
            for name, was, now in zip(previewed.played.players, before, after, strict=True)
        ],
    }

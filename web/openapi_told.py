"""What the API answers, as schemas: the names and fields that `web.telling` and the blueprints write."""

from device.corrections import WAYS
from device.watched import WATCHED
from engines.games import GAMES
from engines.jarapon.sheet import BONUSES
from engines.vocabulary import BACK, TILE_FACES, UNSURE
from web.openapi_shapes import ANYTHING, FLAG, NUMBER, TEXT, Schema, many, maybe, named, one_of, thing, whole, words
from web.telling import LAST_MOVES

_SEAT, _POINTS, _ENTRY = whole(0), whole(), whole(0)
_MESSAGE = {"key": TEXT, "facts": {"type": "object", "additionalProperties": named("Fact")}, "sentence": TEXT}
_CORNERS = many(named("Corner"), 4, 4)
_NAMES = thing({"en": TEXT, "ja": TEXT})

_STATE: dict[str, Schema] = {
    "serial": whole(0),
    "language": one_of("ja", "en"),
    "game": one_of(*WATCHED, "hand"),
    "players": many(TEXT),
    "hand": maybe(named("HandTold")),
    "prompts": many(named("Prompt")),
    "standings": many(named("Standing")),
    "board": named("Board"),
    "question": many(named("Choice")),
    "untold": many(named("Choice")),
    "calls": many(named("SeatCall")),
    "problem": maybe(named("Message")),
    "problem_also": many(named("Message")),
    "notices": many(named("Message")),
    "moves": many(named("Move"), most=LAST_MOVES),
    "move_count": whole(0),
    "known": _ENTRY,
    "scores": named("ScoresOverTime"),
    "over": FLAG,
    "seeing": named("Message"),
}
_CELL: dict[str, Schema] = {
    "place": TEXT,
    "said": TEXT,
    "look": TEXT,
    "x": NUMBER,
    "y": NUMBER,
    "last": FLAG,
    "wrong": FLAG,
    "mark": TEXT,
    "turned": FLAG,
    "ground": one_of("light", "dark", "slot"),
    "hint": TEXT,
    "small": FLAG,
    "owner": _SEAT,
    "piece": one_of("card", "number", "shape"),
    "count": whole(1),
    "covered": one_of("left", "top", "edge"),
}
TABLE: dict[str, Schema] = {
    "SeatCall": thing(
        {"player": _SEAT, "key": TEXT, "name": TEXT, "possible": FLAG, "called": FLAG, "about": TEXT, "choice": TEXT}
    ),
    "CallMade": thing({"sentence": TEXT, "entry": maybe(_ENTRY)}),
    "BoxClock": thing({"ms": NUMBER}),
    "State": thing(_STATE),
    "Message": thing(_MESSAGE),
    "Fact": {"type": ["string", "integer", "number", "boolean", "null"]},
    "Prompt": thing({"player": maybe(_SEAT)} | _MESSAGE),
    "Standing": thing(
        {
            "player": _SEAT,
            "name": TEXT,
            "score": _POINTS,
            "rank": whole(1),
            "side": maybe(one_of("up", BACK)),
            "reasons": many(named("Message")),
        }
    ),
    "Choice": thing({"key": TEXT, "player": maybe(_SEAT), "short": TEXT, "sentence": TEXT, "hand": FLAG}),
    "Move": thing({"entry": _ENTRY, "player": maybe(_SEAT), "picture": maybe(TEXT)} | _MESSAGE),
    "ScoresOverTime": many({"type": "array", "prefixItems": [whole(0), many(_POINTS)], "minItems": 2, "maxItems": 2}),
    "Board": thing(
        {
            "kind": one_of("squares", "rows", "sides", "cards", "frame"),
            "size": many(NUMBER, 2, 2),
            "labels": many(named("Label")),
            "cells": many(named("Cell")),
            "lines": many(named("LineDrawn")),
        },
        left_out=("lines",),
    ),
    "LineDrawn": thing({"kind": one_of("wall", "top", "level"), "points": many(many(NUMBER, 2, 2))}),
    "Label": thing(
        {
            "text": TEXT,
            "x": NUMBER,
            "y": NUMBER,
            "from": one_of("middle", "start", "end"),
            "turned": whole(0),
            "owner": _SEAT,
        },
        left_out=("owner",),
    ),
    "Cell": thing(_CELL, left_out=("mark", "turned", "ground", "hint", "small", "owner", "piece", "count", "covered")),
}

_BONUS = {"type": "array", "prefixItems": [one_of(*BONUSES), whole(0), whole(0)], "minItems": 3, "maxItems": 3}
# Nine tiles that are a hand, nine that are none, and eight that wait: which fields there are tells which it is.
_HAND: dict[str, Schema] = {
    "valid": FLAG,
    "reason": TEXT,
    "penalty": thing({"each": whole(0), "paid": whole(0)}),
    "hand": TEXT,
    "names": _NAMES,
    "points": whole(0),
    "base_points": whole(0),
    "pon_points": maybe(whole(0)),
    "bonuses": many(_BONUS),
    "total": whole(0),
    "dealer": FLAG,
    "reading": many(TEXT),
    "stands_for": many(TEXT),
    "also": many(thing({"hand": TEXT, "names": _NAMES, "points": maybe(whole(0))})),
    "payments": thing({"each": whole(0), "discarder": whole(0)}, left_out=("each", "discarder")),
    "stakes": whole(0),
    "received": whole(0),
    "waits": many(named("Wait")),
    "sheet": TEXT,
    "reconstruction": FLAG,
    "reasons": many(TEXT),
}
_ALWAYS = ("sheet", "reconstruction", "reasons")
_SOMETIMES = tuple(name for name in _HAND if name not in _ALWAYS)
HANDS: dict[str, Schema] = {
    "HandAnswer": thing(_HAND, left_out=_SOMETIMES),
    "HandTold": thing({"tiles": many(TEXT)} | _HAND, left_out=_SOMETIMES),
    "Wait": thing(
        {
            "tile": TEXT,
            "hand": TEXT,
            "names": _NAMES,
            "points": whole(0),
            "bonuses": many(_BONUS),
            "total": whole(0),
            "ron": FLAG,
        }
    ),
    "HandSeen": thing(
        {"tiles": many(one_of(*TILE_FACES, BACK, UNSURE)), "overlay": TEXT, "warnings": many(named("Message"))}
        | _MESSAGE
    ),
}

_SUMMARY: dict[str, Schema] = {
    "number": whole(1),
    "game": TEXT,
    "title": TEXT,
    "players": many(TEXT),
    "begun": TEXT,
    "moves": whole(0),
    "over": FLAG,
    "current": FLAG,
    "imported": FLAG,
    "can_go_on": FLAG,
    "trouble": maybe(TEXT),
    "standings": many(thing({"name": TEXT, "score": _POINTS, "rank": whole(1)})),
}
GAMES_TOLD: dict[str, Schema] = {
    "GameList": thing({"games": many(named("GameSummary")), "more": FLAG}),
    "GameSummary": thing(_SUMMARY),
    "Game": thing(_SUMMARY | {"known": _ENTRY, "lines": many(named("Line")), "scores": named("ScoresOverTime")}),
    "Line": thing(
        {
            "entry": _ENTRY,
            "ply": whole(0),
            "player": maybe(_SEAT),
            "name": TEXT,
            "sentence": TEXT,
            "at": TEXT,
            "by": TEXT,
            "way": one_of("", "move", *WAYS),
            "picture": maybe(TEXT),
            "ended": maybe(thing({"way": TEXT, "by": TEXT, "at": TEXT})),
        }
    ),
    "Step": thing(_STATE | {"game": one_of(*GAMES), "at": whole(0), "changes": many(_POINTS)}),
    "Choices": thing({"choices": many(named("LegalMove")), "table": named("Step")}),
    "LegalMove": thing(
        {
            "move": ANYTHING,
            "player": maybe(_SEAT),
            "sentence": TEXT,
            "places": many(TEXT),
            "hand": maybe(named("OpenHand")),
        }
    ),
    "OpenHand": thing(
        {
            "player": _SEAT,
            "count": whole(0),
            "tiles": many(one_of(*TILE_FACES)),
            "sets": many(many(one_of(*TILE_FACES))),
            "taken": maybe(one_of(*TILE_FACES)),
        }
    ),
    "Preview": thing(
        {
            "breaks": maybe(thing({"ply": whole(1), "sentence": TEXT})),
            "without": many(_ENTRY),
            "later": whole(0),
            "came_to": many(TEXT),
            "scores": many(thing({"name": TEXT, "before": _POINTS, "after": _POINTS})),
        }
    ),
    "Backups": thing(
        {"last": maybe(thing({"at": TEXT, "where": TEXT})), "running": FLAG, "trouble": maybe(TEXT)},
    ),
    "Imported": thing({"numbers": many(whole(1))} | _MESSAGE),
}

_PHONE = thing({"number": whole(1), "name": TEXT, "since": TEXT, "seen": TEXT, "own": FLAG})
_DATA_ADDRESS = TEXT | {"pattern": "^data:image/(jpeg|png);base64,"}
BOX_TOLD: dict[str, Schema] = {
    "Pairing": thing({"paired": FLAG, "phone": maybe(named("Phone"))}),
    "Phone": _PHONE,
    "Phones": thing({"phones": many(named("Phone"))}),
    "CodeShown": thing({"valid_s": NUMBER, "digits": whole(1)} | _MESSAGE),
    "Paired": thing({"paired": FLAG, "phone": named("Phone"), "trouble": maybe(named("Message"))} | _MESSAGE),
    "Ways": thing({"address": TEXT, "name": TEXT, "others": many(TEXT)}),
    "Corner": many(NUMBER, 2, 2),
    "FieldFound": thing({"corners": maybe(_CORNERS), "size": many(whole(1), 2, 2), "given": FLAG} | _MESSAGE),
    "FieldRead": thing({"picture": _DATA_ADDRESS, "doubtful": whole(0)} | _MESSAGE),
    "Lesson": thing({"number": whole(0), "faces": many(named("LearnedFace"))} | _MESSAGE),
    "LearnedFace": thing(
        {"face": TEXT, "name": TEXT, "sure": FLAG, "warnings": many(named("Message")), "crop": _DATA_ADDRESS}
    ),
    "LessonProgress": thing({"photograph": maybe(whole(1)), "of": maybe(whole(1)), "sentence": maybe(words(1))}),
    "LessonView": thing(
        {
            "picture": _DATA_ADDRESS,
            "size": many(whole(1), 2, 2),
            "ready": FLAG,
            "tiles": many(named("LessonTile")),
            "said": many(TEXT),
        }
    ),
    "LessonTile": thing({"corners": _CORNERS, "mark": TEXT, "name": TEXT, "sure": FLAG, "why": many(TEXT)}),
    "SheetInUse": thing(
        {"form": named("SheetForm"), "own": FLAG, "trouble": maybe(TEXT), "words": many(named("SheetWord"))}
    ),
    "SheetRead": thing({"form": named("SheetForm"), "words": many(named("SheetWord"))}),
    "SheetWord": thing({"word": TEXT, "said": TEXT, "numbers": TEXT}),
    "SheetChecked": thing({"rows": many(named("RowChecked")), "said": many(TEXT), "ready": FLAG}),
    "RowChecked": thing({"standing": TEXT, "example": many(TEXT), "said": TEXT}),
    "SheetSaved": thing({"name": TEXT, "sentence": TEXT}),
    "Presses": thing({"presses": {"type": "object", "additionalProperties": whole(1)}}),
    "Sharpness": thing({"sharpness": NUMBER}),
    "Done": thing({"done": {"const": True}}),
    "Accepted": thing({"accepted": {"const": True}}),
    "Said": thing({"code": words(1), "sentence": words(1)}),
}

TOLD = TABLE | HANDS | GAMES_TOLD | BOX_TOLD

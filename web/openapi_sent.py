"""What the API takes, as schemas, with the bounds that the box really keeps."""

from device.corrections import WAYS
from device.sheet_form import LONGEST, MOST_GROUPS, MOST_ROWS
from device.watched import WATCHED
from engines.games import GAMES
from engines.jarapon.payment import PLAYERS
from engines.jarapon.shapes import HAND_SIZE, RULES
from engines.jarapon.sheet import BONUSES, MOST_POINTS
from engines.vocabulary import TILE_FACES
from web.limits import GREATEST_NUMBER, LONGEST_NAME, LONGEST_PHONE_NAME, MOST_PHOTOS
from web.openapi_shapes import ANYTHING, FLAG, NUMBER, TEXT, Schema, many, maybe, named, one_of, thing, whole, words

_CORNERS = many(many(NUMBER, 2, 2), 4, 4)
_FEWEST, _MOST = min(game.PLAYERS[0] for game in WATCHED.values()), max(game.PLAYERS[-1] for game in WATCHED.values())
_FILE: Schema = {"type": "string", "contentMediaType": "application/octet-stream"}
_OPTIONS: dict[str, Schema] = {
    "ron": maybe(FLAG),
    "riichi": maybe(FLAG),
    "dealer": maybe(FLAG),
    "let_pass": maybe(FLAG),
    "players": maybe(whole(PLAYERS[0], PLAYERS[-1])),
    "chips": maybe(whole(0)),
    "dora": maybe(TEXT),
    "bonus": maybe(TEXT),
    "winning": maybe(TEXT),
    "discards": maybe(TEXT),
    "pon": maybe(many(TEXT)),
}
_GROUP = thing({"times": whole(1, MOST_GROUPS), "run": FLAG, "count": whole(1, MOST_GROUPS), "of": words(0, LONGEST)})
_ROW: dict[str, Schema] = {
    "en": words(0, LONGEST),
    "ja": words(0, LONGEST),
    "section": TEXT,
    "groups": many(_GROUP, 0, MOST_GROUPS),
    "rule": one_of(*RULES),
    "points": whole(0, MOST_POINTS),
    "pon": maybe(whole(0, MOST_POINTS)),
}
_ANY_WHOLE: Schema = {"type": "integer"}  # one that is too great is told as a mistake of the draft
_CALL: dict[str, Schema] = {"key": TEXT, "player": whole(0)}
_MS: Schema = NUMBER | {"minimum": 0, "maximum": GREATEST_NUMBER}
_TYPED = thing({"player": whole(0), "tiles": many(one_of(*TILE_FACES), 0, HAND_SIZE)})
_CORRECTION: dict[str, Schema] = {"way": one_of(*WAYS), "entry": whole(0), "move": ANYTHING, "hand": _TYPED}

_SHEET: dict[str, Schema] = {
    "name": words(0, LONGEST),
    "reconstruction": FLAG,
    "bonuses": many(one_of(*BONUSES)),
    "words": {"type": "object", "additionalProperties": many(TEXT)},
    "rows": many(named("SheetRow"), 0, MOST_ROWS),
}

SENT: dict[str, Schema] = {
    "Nothing": {"type": "object"},
    "Chosen": thing({"key": TEXT, "moves": whole(0)}),
    "Called": thing(_CALL | {"moves": whole(0), "pressed_ms_ago": _MS, "sent_ms": maybe(_MS)}, left_out=("sent_ms",)),
    "CallWithdrawn": thing(_CALL),
    "Struck": thing({"entry": whole(1)}),
    "NewGame": thing(
        {
            "game": one_of(*WATCHED),
            "players": many(words(0, LONGEST_NAME), _FEWEST, _MOST),
            "options": {"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}},
        }
    ),
    "Field": thing({"corners": _CORNERS, "width": whole(0)}, left_out=("width",)),
    "FieldTried": thing({"corners": _CORNERS, "size": many(whole(16, 20_000), 2, 2)}),
    "Correction": thing(_CORRECTION, left_out=("move", "hand")),
    "CorrectionMade": thing(_CORRECTION | {"without": many(whole(0)), "known": whole(0)}, left_out=("move", "hand")),
    "Hand": thing({"tiles": many(TEXT)} | _OPTIONS, left_out=_OPTIONS),
    "CodeTyped": thing({"code": TEXT, "name": words(0, LONGEST_PHONE_NAME)}),
    "PhoneRemoved": thing({"number": whole(0)}),
    "Listen": thing({"on": FLAG}),
    "LessonNumber": thing({"number": whole(0)}),
    "SheetForm": thing(_SHEET),
    "SheetRow": thing(_ROW),
    # To be told what is wrong with it, a sheet may be wrong.
    "SheetTried": thing({"form": named("SheetDraft")}),
    "SheetDraft": thing(_SHEET | {"bonuses": many(TEXT), "rows": many(named("DraftRow"), 0, MOST_ROWS)}),
    "DraftRow": thing(_ROW | {"rule": TEXT, "points": _ANY_WHOLE, "pon": maybe(_ANY_WHOLE)}),
    "SheetSent": thing({"form": named("SheetForm")}),
    "SheetFile": thing({"file": TEXT, "toml": TEXT}),
    "OnePhoto": thing({"photo": _FILE}),
    "Photos": thing({"photo": many(_FILE, 1, MOST_PHOTOS)}),
    "GameFile": thing({"file": _FILE, "game": one_of(*GAMES)}, left_out=("game",)),
}

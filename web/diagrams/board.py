"""The table of a snapshot as a phone draws it: tiles at spots of a plan, each with a sentence for who cannot see it."""

from device.games.listing import profile_of
from device.table.named_places import names_of_sides, own_place
from device.table.snapshot import Snapshot
from device.texts import catalogue, say
from engines.messages import message
from engines.vocabulary import EMPTY, UNSURE
from web.diagrams.plan import Label, Plan, Spot, Told
from web.diagrams.plans import plan_of
from web.diagrams.sides import with_open_hand

Json = dict[str, object]
_ACROSS = " across"


def board_of(snapshot: Snapshot, language: str) -> Json:
    """What lies where: `{"kind", "size", "labels", "cells"}`, as `web.diagrams.plan` has it.

    `kind` is `"squares"`, `"rows"`, `"sides"` (a table with players round it), `"cards"` or `"frame"`; `size` is width
    and height. `labels` are `{"text", "x", "y", "from", "turned"}`, with the seat of an `owner` whose sign is drawn
    before them; a frame has `lines`, too: `{"kind", "points", "last"}`. `cells` are the places as the camera sees
    them: the game's own `place`, its `said` sentence, its `look` (a face, `"up"`, `"back"`, `"upright"` or
    `"empty"`), its middle `x`, `y`, and whether it is part of the `last` move or `wrong`; where there is something
    to say, also the `mark` that is written on the tile, the `owner`'s seat, whether it lies `turned`, the `ground`,
    the `hint`, whether it is `small`; and of what is no tile which `piece` it is, how many (`count`) lie there, and
    which edge is seen of a card that is `covered`, as `web.diagrams.plan` has it.
    """
    snapshot = with_open_hand(snapshot)
    plan = plan_of(snapshot, language)
    board: Json = {
        "kind": plan.kind,
        "size": [round(plan.width, 2), round(plan.height, 2)],
        "labels": [_label(label) for label in plan.labels],
        "cells": [_cell(spot, plan, snapshot, language) for spot in plan.spots],
    }
    lines = [
        {"kind": line.kind, "points": [[round(at, 2) for at in point] for point in line.points], "last": line.last}
        for line in plan.lines
    ]
    return board | ({"lines": lines} if lines else {})


def _label(label: Label) -> Json:
    told = {"text": label.text, "x": round(label.x, 2), "y": round(label.y, 2), "from": label.where}
    return told | {"turned": label.turned} | ({} if label.owner is None else {"owner": label.owner})


def _cell(spot: Spot, plan: Plan, snapshot: Snapshot, language: str) -> Json:
    """One place."""
    if spot.told is not None:
        return _told_cell(spot, spot.told, snapshot, language)
    look, is_across = _face(lies := snapshot.layout.get(spot.place, EMPTY))
    last, wrong = spot.place in snapshot.last_places, spot.place in snapshot.problem_places
    name = _name(spot.place, snapshot, language) if plan.named else spot.place
    if spot.place in snapshot.owners:
        player = snapshot.players[snapshot.owners[spot.place]]
        name = say(message("web.owner.place", place=name, player=player), language)
    cell: Json = {
        "place": spot.place,
        "said": _said(name, lies, last, wrong, language),
        "look": look,
        "x": round(spot.x, 2),
        "y": round(spot.y, 2),
        "last": last,
        "wrong": wrong,
    }
    more = {
        "mark": _mark(look, plan.kind, language),
        "turned": spot.turned != is_across,
        "ground": spot.ground,
        "hint": spot.hint,
        "small": spot.small,
    }
    if (owner := snapshot.owners.get(spot.place)) is not None:
        cell["owner"] = owner
    return cell | {name: value for name, value in more.items() if value}


def _name(place: str, snapshot: Snapshot, language: str) -> str:
    """A place in words; what lies before a player, by whose it is."""
    sides = profile_of(snapshot.game).sides_of_seats(len(snapshot.players))
    place = own_place(place, names_of_sides(sides, snapshot.players))
    return say(message("web.board.name", place=place), language)


def _told_cell(spot: Spot, told: Told, snapshot: Snapshot, language: str) -> Json:
    """A place of which the plan says all."""
    wrong = spot.place in snapshot.problem_places
    how = "wrong" if wrong else "last" if told.last else "place"
    cell: Json = {
        "place": spot.place,
        "said": say(message(f"web.board.{how}", place=told.name, look=told.words), language),
        "look": told.look,
        "x": round(spot.x, 2),
        "y": round(spot.y, 2),
        "last": told.last,
        "wrong": wrong,
        "piece": told.piece,
    }
    more = {
        "mark": told.mark,
        "count": told.pile,
        "covered": told.covered,
        "ground": spot.ground,
        "hint": spot.hint,
        "small": spot.small,
    }
    return cell | {name: value for name, value in more.items() if value}


def _face(look: str) -> tuple[str, bool]:
    """A face, and whether it lies across its row.

    >>> _face("5 across"), _face("back")
    (('5', True), ('back', False))
    """
    return look.removesuffix(_ACROSS), look.endswith(_ACROSS)


def _mark(look: str, kind: str, language: str) -> str:
    """What is written on a tile: its number, or its name where it has no number."""
    if look == "up" and kind == "sides":
        return UNSURE  # it may have any face, and is not drawn as an almighty
    if look in ("up", "back", "upright", EMPTY, "wild"):
        return ""
    return _named(look, language)


def _named(face: str, language: str) -> str:
    return catalogue(language).get(f"web.face.{face}", face)


def _said(name: str, lies: str, last: bool, wrong: bool, language: str) -> str:
    """What a screen reader reads."""
    how = "wrong" if wrong else "last" if last else "place"
    look, is_across = _face(lies)
    words = catalogue(language).get(f"web.look.{look}", _named(look, language))
    if is_across:
        words = say(message("web.look.across", face=words), language)
    return say(message(f"web.board.{how}", place=name, look=words), language)

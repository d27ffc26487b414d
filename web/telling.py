"""A snapshot of the table as JSON that a phone can show: every message as key, facts and a sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from device.choices import Choice, told
from device.open_hands import shows_hand
from device.snapshot import MoveLine, SeatCall, Snapshot
from device.texts import catalogue, say
from engines.contract import Prompt, Standing
from engines.messages import message
from web.board import board_of
from web.languages import Json, tell_message

CheckHand = Callable[[str, str], Mapping[str, Any]]  # tiles and language → the answer of `jarapon hand --json`
LAST_MOVES = 8  # of the record, that a state tells: a round of four players who draw and discard
# A player's side of the tiles, where the reasons of a score name it: drawn beside the name, as the board draws it.
_SIDES = {"reversi.tiles_up": "up", "reversi.tiles_down": "back"}


def tell(snapshot: Snapshot, language: str, check_hand: CheckHand) -> Json:
    """All that a snapshot says, in one language; players are numbers of seats, counted from 0.

    Of the record it tells the end only, so that a phone that watches is not sent all of it with every move.
    A hand that lies before the camera is asked about again, since its sentences came in the box's own language.
    """
    return {
        "serial": snapshot.serial,
        "language": language,
        "game": snapshot.game,
        "players": list(snapshot.players),
        "hand": None if snapshot.hand is None else _hand(snapshot.hand["tiles"], language, check_hand),
        "prompts": [_prompt(prompt, language) for prompt in snapshot.prompts],
        "standings": [_standing(standing, snapshot, language) for standing in snapshot.standings],
        "board": board_of(snapshot, language),
        "question": [_choice(choice, language) for choice in snapshot.question],
        "untold": [_choice(choice, language) for choice in snapshot.untold],
        "calls": [_call(call, language) for call in snapshot.calls],
        "problem_also": [tell_message(said, language) for said in snapshot.problem_also],
        "problem": None if snapshot.problem is None else tell_message(snapshot.problem, language),
        "notices": [tell_message(said, language) for said in snapshot.notices],
        "moves": [_move(line, language) for line in snapshot.moves[-LAST_MOVES:]],
        "move_count": len(snapshot.moves),
        "known": snapshot.known,
        "scores": snapshot.scores,
        "over": snapshot.over,
        "seeing": tell_message(message(f"web.seeing.{snapshot.seeing}"), language),
    }


def _hand(tiles: Sequence[str], language: str, check_hand: CheckHand) -> Json:
    return {"tiles": list(tiles), **check_hand(" ".join(tiles), language)}


def _prompt(prompt: Prompt, language: str) -> Json:
    return {"player": prompt.player, **tell_message(prompt.said, language)}


def _standing(standing: Standing, snapshot: Snapshot, language: str) -> Json:
    return {
        "player": standing.player,
        "name": snapshot.players[standing.player],
        "score": standing.score,
        "rank": standing.rank,
        "side": next((_SIDES[reason.key] for reason in standing.reasons if reason.key in _SIDES), None),
        "reasons": [tell_message(reason, language) for reason in standing.reasons],
    }


def _choice(choice: Choice, language: str) -> Json:
    """What can be told, with the key that `/api/choose` takes; `short` leaves out the name of its player."""
    short = f"web.told.{choice.said.key}"
    has_short = short in catalogue(language) and not choice.before
    sentence = told(choice, language)
    return {
        "key": choice.key,
        "player": choice.player,
        "short": say(message(short, **dict(choice.said.facts)), language) if has_short else sentence,
        "sentence": sentence,
        "hand": len(choice.moved.moves) == 1 and shows_hand(choice.moved.moves[0]),
    }


def _call(call: SeatCall, language: str) -> Json:
    """What a player may call, by the `key` that `/api/calls` takes, or in `about` why he may not."""
    return {
        "player": call.player,
        "key": call.name,
        "name": catalogue(language)[f"name.call/{call.name}"],
        "possible": call.possible,
        "called": call.called,
        "about": say(call.about, language),
        "choice": call.choice,
    }


def _move(line: MoveLine, language: str) -> Json:
    return {"entry": line.entry, "player": line.player, "picture": line.picture, **tell_message(line.said, language)}

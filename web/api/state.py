"""The state of the table as JSON: every message has its key, facts and sentence."""

from collections.abc import Callable
from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from device.calls import events as calls
from device.config.players import COLOURS
from device.games import march
from device.games.listing import GAMES, profile_of
from device.hands.check import AnswerWithTiles, HandAnswer
from device.hands.table_hand import NAME as HANDS
from device.record import replay
from device.record.open_hands import shows_hand
from device.referee import choices
from device.table.events import NewGame
from device.table.game_view import GameView
from device.table.snapshot import Snapshot
from device.texts import LANGUAGES, catalogue, say
from engines import contract
from engines.bots import STRENGTHS
from engines.messages import message
from engines.vocabulary import BACK
from web.api.fields import (
    Count,
    Entry,
    Message,
    Ordinal,
    Points,
    ScoresOverTime,
    Seat,
    TileFace,
    message_of,
    one_of,
)
from web.diagrams.board import Board, board_of

CheckHand = Callable[[str, str], HandAnswer]  # tiles and language → the answer of `jarapon hand --json`
LAST_MOVES = 8  # of the record, sent in each state: a round of four players who draw and discard


class PlayerBadge(TypedDict):
    colour: Annotated[str, one_of(*COLOURS)]
    tile: TileFace


class Prompt(Message):
    player: Seat | None


class Standing(TypedDict):
    player: Seat
    name: str
    score: Points
    rank: Ordinal
    side: Annotated[str, one_of("up", BACK)] | None
    reasons: list[Message]
    unit: str


class Choice(TypedDict):
    key: str
    player: Seat | None
    short: str
    sentence: str
    hand: bool


class SeatCall(TypedDict):
    player: Seat
    key: str
    name: str
    possible: bool
    called: bool
    about: str
    choice: str


class Move(Message):
    entry: Entry
    player: Seat | None
    picture: str | None


class Again(TypedDict):
    game: Annotated[str, one_of(*GAMES)]
    title: str
    players: list[str]
    leg: NotRequired[str]


class March(TypedDict):
    campaign: Count
    game: Ordinal
    city: Count
    place: str
    fact: str
    coins: Points
    ended: Annotated[str, one_of("", "lost", "complete")]
    sentence: str


class Position(TypedDict):
    """Who plays, what lies on the table, and what is to be done."""

    serial: Count
    language: Annotated[str, one_of(*LANGUAGES)]
    players: list[str]
    badges: list[PlayerBadge]
    hand: AnswerWithTiles | None
    prompts: list[Prompt]
    status: list[Message]
    standings: list[Standing]
    board: Board


class Choices(TypedDict):
    """What players may enter or call now."""

    question: list[Choice]
    question_to: Seat | None
    untold: list[Choice]
    calls: list[SeatCall]


class Troubles(TypedDict):
    """What is wrong with the table, and what else people must know."""

    problem: Message | None
    problem_also: list[Message]
    notices: list[Message]


class Record(TypedDict):
    """The record: only its last moves, to keep states small."""

    moves: Annotated[list[Move], Meta(max_length=LAST_MOVES)]
    moment: str
    move_count: Count
    known: Entry
    scores: ScoresOverTime


class Table(Position, Choices, Troubles, Record):
    """The table of any game."""

    over: bool
    again: Again | None
    march: March | None
    seeing: Message
    by_hand: bool
    pad: bool
    computers: list[Annotated[str, one_of("", *STRENGTHS)]]
    can_change_seats: bool


class State(Table):
    game: Annotated[str, one_of(*GAMES, HANDS)]


def state_of(snapshot: Snapshot, language: str, check_hand: CheckHand) -> State:
    """Encode a snapshot in one language; players are seat numbers, from 0.

    A hand before the camera is checked again, since its sentences are in the box's own language.
    """
    view, seats = snapshot.view, snapshot.seats
    tiles = snapshot.hand["tiles"] if snapshot.hand else []
    return {
        "serial": snapshot.serial,
        "language": language,
        "game": view.game,
        "players": list(view.players),
        "badges": [{"colour": badge.colour, "tile": badge.tile} for badge in seats.badges],
        "hand": None if snapshot.hand is None else {"tiles": tiles, **check_hand(" ".join(tiles), language)},
        "prompts": prompts_of(view, language),
        "status": [message_of(said, language) for said in view.status],
        "standings": standings_of(view, language),
        "board": board_of(view, language, snapshot.problem_places),
        **_choices(snapshot, language),
        **_troubles(snapshot, language),
        **_record(snapshot, language),
        "over": view.over,
        "again": None if snapshot.again is None else _again(snapshot.again, snapshot.march, language),
        "march": None if snapshot.march is None else march_json(snapshot.march, language),
        "seeing": message_of(message(f"web.seeing.{snapshot.seeing}"), language),
        "by_hand": snapshot.by_hand,
        "pad": snapshot.pad,
        "computers": list(seats.computers),
        "can_change_seats": seats.can_change,
    }


def prompts_of(view: GameView, language: str) -> list[Prompt]:
    """What is to be done, and by whom."""
    return [{"player": prompt.player, **message_of(prompt.said, language)} for prompt in view.prompts]


def standings_of(view: GameView, language: str) -> list[Standing]:
    """The place of each player in the score."""
    return [_standing(standing, view, language) for standing in view.standings]


def _choices(snapshot: Snapshot, language: str) -> Choices:
    now = snapshot.choices
    return {
        "question": [_choice(choice, language) for choice in now.question],
        "question_to": now.question_to,
        "untold": [_choice(choice, language) for choice in now.untold],
        "calls": [_call(call, language) for call in now.calls],
    }


def _troubles(snapshot: Snapshot, language: str) -> Troubles:
    problem = snapshot.problem
    return {
        "problem_also": [message_of(said, language) for said in problem.also] if problem else [],
        "problem": None if problem is None else message_of(problem.message, language),
        "notices": [message_of(said, language) for said in snapshot.notices],
    }


def _record(snapshot: Snapshot, language: str) -> Record:
    return {
        "moves": [_move(line, language) for line in snapshot.moves[-LAST_MOVES:]],
        "moment": catalogue(language).get(f"moment.{snapshot.moves[-1].said.key}", "") if snapshot.moves else "",
        "move_count": len(snapshot.moves),
        "known": snapshot.known,
        "scores": snapshot.scores,
    }


def _again(again: NewGame, campaign: march.March | None, language: str) -> Again:
    """The game that can be played next; `leg` is the sentence for a campaign that goes on."""
    title = catalogue(language)[f"{again.game}.title"]
    following = campaign.following if campaign and again.first_leg else None
    said: Again = {"game": again.game, "title": title, "players": list(again.players)}
    if following is not None:
        said["leg"] = say(message("campaign.next_leg", place=following.name(language)), language)
    return said


def march_json(now: march.March, language: str) -> March:
    """The state of a campaign; `campaign` is the game number of its first leg, 0 if the journal has none."""
    return {
        "campaign": now.first_leg,
        "game": now.game,
        "city": now.cities,
        "place": now.city.name(language),
        "fact": now.city.fact(language),
        "coins": now.purse,
        "ended": now.ended,
        "sentence": say(now.said(language), language),
    }


def _standing(standing: contract.Standing, view: GameView, language: str) -> Standing:
    # Without a game, a hand is being checked.
    sides = profile_of(view.game).drawing.sides if view.game in GAMES else {}
    return {
        "player": standing.player,
        "name": view.players[standing.player],
        "score": standing.score,
        "rank": standing.rank,
        "side": next((sides[reason.key] for reason in standing.reasons if reason.key in sides), None),
        "reasons": [message_of(reason, language) for reason in standing.reasons],
        "unit": "" if standing.unit is None else say(standing.unit, language),
    }


def _choice(choice: choices.Choice, language: str) -> Choice:
    """A choice that players may announce; `short` leaves out the player's name."""
    short = f"web.told.{choice.said.key}"
    has_short = short in catalogue(language) and not choice.before
    sentence = choices.choice_in_words(choice, language)
    return {
        "key": choice.key,
        "player": choice.player,
        "short": say(message(short, **dict(choice.said.facts)), language) if has_short else sentence,
        "sentence": sentence,
        "hand": len(choice.moved.moves) == 1 and shows_hand(choice.moved.moves[0]),
    }


def _call(call: calls.SeatCall, language: str) -> SeatCall:
    """A call of a player; `about` explains it, or why it is not possible."""
    return {
        "player": call.player,
        "key": call.name,
        "name": catalogue(language)[f"name.call/{call.name}"],
        "possible": call.possible,
        "called": call.called,
        "about": say(call.about, language),
        "choice": call.choice,
    }


def _move(line: replay.MoveLine, language: str) -> Move:
    return {"entry": line.entry, "player": line.player, "picture": line.picture, **message_of(line.said, language)}

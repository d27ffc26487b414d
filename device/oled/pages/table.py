"""A snapshot of the table on the display: whose turn it is or what is wrong at the top, words below."""

from collections.abc import Sequence

from device.oled.canvas import (
    BAR,
    BOLD,
    HAND,
    HEIGHT,
    LINE,
    LINES,
    MARGIN,
    SMALL,
    STAR,
    TEXT_WIDTH,
    WARNING,
    WIDTH,
    Canvas,
    Page,
    on_pages,
    titled_pages,
    wrapped_on_pages,
)
from device.oled.pages.hand import hand_pages
from device.oled.text import fitted, wrapped
from device.referee.orientation import camera_place
from device.table.game_view import GameView
from device.table.snapshot import Snapshot
from device.texts import say
from engines.contract import Standing
from engines.messages import message
from engines.squares import INDEX

SQUARE = 8  # pixels; the board takes all rows
_BLIND = ("no_board", "no_camera")


def problem_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """What is wrong with the table, if anything: in words, and where on a board of squares."""
    problem = snapshot.problem
    if problem is None:
        return []
    said = [say(part, language) for part in (problem.message, *problem.also)]
    if not problem.places or not all(place in INDEX for place in problem.places):
        return titled_pages(say(message("screen.attention"), language), "\n".join(said), WARNING)
    left = 8 * SQUARE + 4
    pages = []
    for lines in wrapped_on_pages(said, WIDTH - left - 4, LINES):
        canvas = Canvas()
        canvas.bar(say(message("screen.look"), language), WARNING, left - 1)
        _draw_board(canvas, snapshot)
        canvas.lines(left, BAR + 2, lines)
        pages.append(Page(canvas.image))
    return pages


def blind_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """The page that there is no board in the picture, or no picture."""
    if snapshot.seeing not in _BLIND:
        return []
    said = say(message(f"screen.{snapshot.seeing}"), language)
    return titled_pages(say(message("screen.attention"), language), said, WARNING)


def hand_on_table_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """At the hand check: what the hand on the table is worth, or that one is wanted."""
    if snapshot.hand is not None:
        return hand_pages(snapshot.hand, language)
    if snapshot.view.players:
        return []
    return titled_pages(say(message("screen.hand"), language), _prompts(snapshot.view, language))


def result_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """The result of a finished game, as large as possible, then in words, then the reasons of the points."""
    view = snapshot.view
    if not view.over:
        return []
    over = say(message("screen.over"), language)
    result = [_duel(view, over)] if len(view.players) == 2 else _ranking(view, over)
    words = titled_pages(over, _prompts(view, language))
    reasons = titled_pages(say(message("screen.scores"), language), "\n".join(_reasons(view, language)))
    return [*result, *words, *reasons]


def notice_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """What people must know whatever is shown, such as that something is not saved."""
    title = say(message("screen.notice"), language)
    return [page for said in snapshot.notices for page in titled_pages(title, say(said, language))]


def status_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """What stands outside the board, such as the hand and its dealer; empty in games that have nothing to tell."""
    view = snapshot.view
    if not view.status:
        return []
    said = "\n".join(say(one, language) for one in view.status)
    return titled_pages(say(message(f"{view.game}.title"), language), said)


def _prompts(view: GameView, language: str) -> str:
    return "\n".join(say(prompt.said, language) for prompt in view.prompts)


def turn_pages(snapshot: Snapshot, language: str) -> list[Page]:
    """What to do, and the reasons of the points, under the scores."""
    if snapshot.view.over or not snapshot.view.players:
        return []
    room = (HEIGHT - _below_scores(snapshot.view)) // LINE
    said = [say(prompt.said, language) for prompt in snapshot.view.prompts]
    reasons = wrapped("\n".join(_reasons(snapshot.view, language)), SMALL, TEXT_WIDTH)
    pages = [*wrapped_on_pages(said, TEXT_WIDTH, room), *on_pages(reasons, room)]
    return [_under_scores(snapshot, lines) for lines in pages]


def _under_scores(snapshot: Snapshot, lines: Sequence[str]) -> Page:
    canvas = Canvas()
    _draw_scores(canvas, snapshot.view)
    canvas.lines(MARGIN, _below_scores(snapshot.view), lines)
    if snapshot.seeing == "moving":
        canvas.draw.rectangle((WIDTH - 10, HEIGHT - 10, WIDTH, HEIGHT), 0)
        canvas.icon(WIDTH - 8, HEIGHT - 8, HAND)
    return Page(canvas.image)


def _columns(view: GameView) -> int:
    return min(2, len(view.players)) if len(view.players) <= 4 else 3


def _below_scores(view: GameView) -> int:
    """The first pixel row below the players' names and scores and the line under them."""
    return BAR * -(-len(view.players) // _columns(view)) + 2


def _draw_scores(canvas: Canvas, view: GameView) -> None:
    """Draw every player's name and score, with the player in turn lit."""
    width = WIDTH // _columns(view)
    turns = [prompt.player for prompt in view.prompts if prompt.player is not None]
    for standing in view.standings:
        row, column = divmod(standing.player, _columns(view))
        left, top = column * width, row * BAR
        ink = turns[-1:] != [standing.player]
        if not ink:
            canvas.draw.rectangle((left, top, left + width - 2, top + BAR - 1), 1)
        score = str(standing.score)
        score_left = left + width - 4 - int(BOLD.getlength(score))
        name = fitted(view.players[standing.player], BOLD, score_left - left - 6)
        canvas.draw.text((score_left, top + 1), score, ink, BOLD)
        canvas.draw.text((left + 3, top + 1), name, ink, BOLD)
    line = _below_scores(view) - 2
    canvas.draw.line((0, line, WIDTH - 1, line), 1)


def _draw_board(canvas: Canvas, snapshot: Snapshot) -> None:
    """Draw the board as the camera sees it: ■ lies face down, □ face up; the squares in question are lit."""
    for place, side in snapshot.view.layout.items():
        row, column = divmod(INDEX[camera_place(place, snapshot.view.turn)], 8)
        wrong = place in snapshot.problem_places
        if wrong:
            canvas.draw.rectangle(_square(column, row, 0), 1)
        if side == "empty":
            canvas.draw.rectangle(_square(column, row, 3), not wrong)
        else:
            canvas.draw.rectangle(_square(column, row, 2 if wrong else 1), (side == "back") ^ wrong, not wrong)


def _square(column: int, row: int, inset: int) -> tuple[int, int, int, int]:
    left, top = SQUARE * column, SQUARE * row
    return left + inset, top + inset, left + SQUARE - 1 - inset, top + SQUARE - 1 - inset


def _duel(view: GameView, title: str) -> Page:
    canvas = Canvas()
    canvas.bar(title, STAR)
    for standing in view.standings:
        middle = WIDTH // 4 + standing.player * WIDTH // 2
        name = fitted(view.players[standing.player], BOLD, WIDTH // 2 - 14)
        left = canvas.centred(middle, BAR + 3, name, BOLD)
        if standing.rank == 1:
            canvas.icon(left - 11, BAR + 4, STAR)
        canvas.large(middle, BAR + 18, str(standing.score))
    canvas.draw.rectangle((WIDTH // 2 - 4, BAR + 32, WIDTH // 2 + 3, BAR + 34), 1)
    return Page(canvas.image)


def _ranking(view: GameView, title: str) -> list[Page]:
    pages = []
    ranked = _ranked(view.standings)
    for first in range(0, len(ranked), LINES):
        canvas = Canvas()
        canvas.bar(title, STAR)
        for row, standing in enumerate(ranked[first : first + LINES]):
            top = BAR + 2 + LINE * row
            font = BOLD if standing.rank == 1 else SMALL
            score = str(standing.score)
            canvas.draw.text((MARGIN, top), str(standing.rank), 1, font)
            canvas.draw.text((WIDTH - 6 - font.getlength(score), top), score, 1, font)
            canvas.draw.text((14, top), fitted(view.players[standing.player], font, 76), 1, font)
        pages.append(Page(canvas.image))
    return pages


def _reasons(view: GameView, language: str) -> list[str]:
    """The reasons of each player's points, the best player first."""
    return [
        f"{view.players[standing.player]}: {say(reason, language)}"
        for standing in _ranked(view.standings)
        for reason in standing.reasons
    ]


def _ranked(standings: Sequence[Standing]) -> list[Standing]:
    return sorted(standings, key=lambda standing: (standing.rank, standing.player))

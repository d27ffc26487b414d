"""The worth of a hand of Galaxy Jarapon and who pays, as plain data with sentences, for typed or read tiles.

>>> from device.config.sheets import load_sheet, load_tile_set
>>> answer = check_hand("4 4 4 4 4 4 7 7 7", load_sheet(None, load_tile_set(None)), load_tile_set(None))
>>> answer["hand"], answer["points"], answer["payments"], answer["sheet"]
('Six and Three', 180, {'each': 180}, 'reconstruction')
"""

from typing import TypedDict

from device.hands.advice import Advice, advice_of
from device.hands.question import HandOptions, Question, ask
from device.hands.waits import Bonus, Count, Named, Names, Wait, bonuses_of, name_of, named, wait_of
from device.texts import say
from engines.jarapon import hand as hands
from engines.jarapon.advice import advise, left_of
from engines.jarapon.hand import PENALTY_POINTS, HandScore, fitting_rows, ron_refused, score_hand, waits
from engines.jarapon.shapes import HAND_SIZE
from engines.jarapon.sheet import PADAWAN, Row, ScoreSheet
from engines.jarapon.state import STAKE
from engines.jarapon.tiles import BadTiles, TileSet
from engines.messages import Fact, Message, message
from engines.vocabulary import WILD

NO_OPTIONS = HandOptions()


class AlsoHand(Named):
    """Another hand that the tiles form."""

    points: Count | None


class Penalty(TypedDict):
    """The cost of a false win: the amount to each other player, and the sum."""

    each: Count
    paid: Count


class Payments(TypedDict, total=False):
    """The amount owed by each of the others, or by the discarder alone."""

    each: Count
    discarder: Count


class Verdict(TypedDict, total=False):
    """Whether nine tiles are a hand; if not, why, and what the false win costs."""

    valid: bool
    reason: str
    penalty: Penalty


class Worth(TypedDict, total=False):
    """What nine tiles are worth that are a hand."""

    hand: str  # as in `Named`
    names: Names
    points: Count  # the hand's, or its pon points
    base_points: Count  # without pon
    pon_points: Count | None  # with pon; None: the hand cannot be made so
    bonuses: list[Bonus]
    total: Count  # with bonuses, and doubled for the dealer
    dealer: bool
    reading: list[str]  # the tiles group by group, each almighty as what it stands for
    stands_for: list[str]  # what each almighty stands for
    also: list[AlsoHand]


class Paid(TypedDict, total=False):
    """The payments for a hand; the last three if the Force of each payer is known (J7-24)."""

    payments: Payments
    stakes: Count  # the riichi chips on the table (J7-21, J7-23)
    received: Count  # everything together
    paid: list[Count]  # by each payer, who may not have all that he owes
    left: list[Count]  # to each payer
    match_over: bool  # whether one of them has nothing left


class Findings(Verdict, Worth, Paid, total=False):
    """The findings about nine tiles that are a hand or none, or eight that wait; the fields present show which."""

    waits: list[Wait]
    advice: Advice


class HandAnswer(Findings):
    """The answer about a hand for programs."""

    sheet: str
    reconstruction: bool
    reasons: list[str]


class AnswerWithTiles(HandAnswer):
    """The answer about a hand that has been read."""

    tiles: list[str]


def all_said(answer: HandAnswer) -> list[str]:
    """Everything that is said of a hand, its advice included; the last sentence names the sheet."""
    *reasons, sheet = answer["reasons"]
    return [*reasons, *(answer["advice"]["reasons"] if "advice" in answer else []), sheet]


def check_hand(
    tiles: str,
    sheet: ScoreSheet,
    tile_set: TileSet,
    options: HandOptions = NO_OPTIONS,
    language: str = "en",
    padawan_fine: bool = False,
    with_advice: bool = True,
) -> HandAnswer:
    """The worth of nine tiles and who pays, or what eight wait for; raises `BadTiles`.

    Beside the fields that programs rely on, `reasons` explains the answer in sentences; the last always names the
    sheet. `padawan_fine`: whether a false win is fined under the Padawan rules, too (J7-25).
    """
    if options.pon and not sheet.opened.rows:
        raise BadTiles(message("hand.sheet_without_pon", sheet=sheet.name))
    question = ask(tiles, tile_set, options)
    waiting = len(question.tiles) == HAND_SIZE - 1
    fine = 0 if sheet is PADAWAN and not padawan_fine else PENALTY_POINTS
    answer, said = _waiting(question, sheet, language) if waiting else _judged(question, sheet, language, fine)
    if with_advice and (waiting or _may_discard(question, answer)):
        advised = advise(question.tiles, sheet, question.win, question.seen)
        answer["advice"] = advice_of(advised, question.discards, language)
    used = message("sheet.used_reconstruction" if sheet.reconstruction else "sheet.used", sheet=sheet.name)
    return {
        **answer,
        "sheet": sheet.name,
        "reconstruction": sheet.reconstruction,
        "reasons": [say(one, language) for one in (*said, used)],
    }


def _judged(question: Question, sheet: ScoreSheet, language: str, fine: int) -> tuple[Findings, list[Message]]:
    """Judge nine tiles: won, or a false win, which costs a fine to each other player (J7-25)."""
    score = score_hand(question.tiles, sheet, question.win)
    refused = ron_refused(question.winning, question.discards) if question.ron else None
    if score is None or refused:
        return _false_win(question, refused or _no_hand(question, sheet, language), language, fine)
    also = [row for row in fitting_rows(question.tiles, sheet, question.win) if row is not score.row]
    answer = _scored(score, also, question) | _paid(score.total, question)
    return answer, [*_score_said(score, also, question, language), *_payment_said(score.total, answer, question)]


def _no_hand(question: Question, sheet: ScoreSheet, language: str) -> Message:
    closed = fitting_rows(question.tiles, sheet) if question.win.pons else ()
    if closed:
        return message("hand.not_with_pon", hand=name_of(closed[0], language))
    return message("hand.none", sheet=sheet.name)


def _false_win(question: Question, why: Message, language: str, each: int) -> tuple[Findings, list[Message]]:
    """The cost of a false win, which may be nothing, and who deals next (J7-25)."""
    paid = each * (question.players - 1)
    key = "pay.penalty" if each else "pay.no_penalty"
    moves = question.next_dealer or (question.win.dealer and each > 0)
    costs = message(f"{key}_moves" if moves else key, points=each, paid=paid)
    return {"valid": False, "reason": say(why, language), "penalty": {"each": each, "paid": paid}}, [why, costs]


def _scored(score: HandScore, also: list[Row], question: Question) -> Findings:
    row, with_pon = score.row, bool(question.win.pons)
    return {
        "valid": True,
        "hand": row.en,
        "names": named(row)["names"],
        "points": score.points,
        "base_points": row.points,
        "pon_points": row.pon,
        "bonuses": bonuses_of(score),
        "total": score.total,
        "dealer": question.win.dealer,
        "reading": list(score.reading),
        "stands_for": list(score.stands_for),
        "also": [{**named(other), "points": other.pays(with_pon)} for other in also],
    }


def _paid(due: int, question: Question) -> Findings:
    """Who owes what (J7-20); if the payers' Force is known, also what they really pay (J7-24)."""
    owed: Payments = {"discarder": due} if question.ron else {"each": due}
    stakes, payers = question.chips * STAKE, 1 if question.ron else question.players - 1
    answer: Findings = {"payments": owed, "stakes": stakes, "received": due * payers + stakes}
    if question.others:
        paid = [min(due, force) for force in question.others]
        left = [force - share for force, share in zip(question.others, paid, strict=True)]
        answer |= {"paid": paid, "left": left, "match_over": 0 in left, "received": sum(paid) + stakes}
    return answer


def _score_said(score: HandScore, also: list[Row], question: Question, language: str) -> list[Message]:
    with_pon = bool(question.win.pons)
    laid = " ".join("★" if tile == WILD else tile for tile in score.reading)
    said = [
        message("hand.pon" if with_pon else "hand.is", hand=name_of(score.row, language), points=score.points),
        message("hand.reading", tiles=laid),
    ]
    if numbers := [tile for tile in score.stands_for if tile != WILD]:
        said.append(message("hand.stands_for", tiles=" ".join(numbers)))
    if WILD in score.stands_for:
        said.append(message("hand.as_itself"))
    said += [message("hand.also", hand=name_of(row, language), points=row.pays(with_pon) or 0) for row in also]
    said += [message(f"bonus.{bonus.kind}", count=bonus.count, points=bonus.points) for bonus in score.bonuses]
    if question.win.dealer:
        said.append(message("hand.dealer", single=score.total // 2, points=score.total))
    return said


def _payment_said(due: int, answer: Paid, question: Question) -> list[Message]:
    if question.ron:
        said = [message("pay.discarder", points=due)]
    else:
        said = [message("pay.each", points=due, received=due * (question.players - 1))]
    if question.others and sum(answer["paid"]) < due * len(question.others):
        said.append(message("pay.not_enough", paid=" ".join(map(str, answer["paid"]))))
    if answer.get("match_over"):
        said.append(message("pay.match_over"))
    if stakes := answer["stakes"]:
        said.append(message("pay.stakes", points=stakes))
    return said


def _waiting(question: Question, sheet: ScoreSheet, language: str) -> tuple[Findings, list[Message]]:
    """Judge eight tiles: what they wait for, the worth of each, and whether it may be taken from a discard."""
    found, left = waits(question.tiles, sheet, question.win), left_of(question.tiles, question.seen)
    said = [] if found else [message("hand.no_waits", sheet=sheet.name)]
    for wait in found:
        refused = ron_refused(wait.tile, question.discards)
        said += [_wait_said(wait, left[wait.tile], language), *filter(None, [refused])]
    return {"waits": [wait_of(wait, left[wait.tile], question.discards) for wait in found]}, said


def _wait_said(wait: hands.Wait, left: int, language: str) -> Message:
    score, tile = wait.score, wait.tile
    facts: dict[str, Fact] = {"hand": name_of(score.row, language), "points": score.points, "total": score.total}
    if tile == WILD:
        return message("hand.wait_wild", left=left, **facts)
    return message("hand.wait", tile=tile, left=left, **facts)


def _may_discard(question: Question, answer: Findings) -> bool:
    """Whether one of nine tiles that are no hand is to be discarded."""
    is_frozen = question.ron or question.win.riichi  # the tile is another's, or the hand must stay as it is (J7-9)
    return not is_frozen and not answer["valid"]

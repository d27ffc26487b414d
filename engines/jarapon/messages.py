"""Messages of Galaxy Jarapon: prompts, descriptions of moves, and standings with their reasons."""

from collections.abc import Iterator, Mapping

from engines.contract import Prompt, Standing, ranks
from engines.jarapon.chips import START, VALUES, Chips, Handing, last_handings
from engines.jarapon.hand import PENALTY_POINTS
from engines.jarapon.moves import (
    PON,
    Build,
    Call,
    Deal,
    Discard,
    Draw,
    FirstDealer,
    LaySet,
    Move,
    NobodyWon,
    Show,
    Throw,
    TurnUp,
    Void,
    Won,
    WonFalsely,
)
from engines.jarapon.settling import judged, paid
from engines.jarapon.state import FORCE, STAKE, TENURES, Entry, Phase, State, Worth, shorter
from engines.jarapon.wall import DEALERS_STACKS, DEALT, STACKS_A_SIDE, place_in_set
from engines.messages import Fact, Message, message


def prompt(state: State) -> tuple[Prompt, ...]:
    """How the hand ended, whose turn it is and what is to be done."""
    said = ending(state) if state.phase in (Phase.BUILD, Phase.OVER) else []
    return (*(Prompt(None, line) for line in said), *_DUE[state.phase](state))


def _dice(state: State) -> Iterator[Prompt]:
    seat = state.thrower
    if not state.dice:
        yield from _setup()
        yield Prompt(None, message("jarapon.throw_then_sit"))
    yield Prompt(seat, message("jarapon.throw_for_dealer", player=state.players[seat]))


def _setup() -> Iterator[Prompt]:
    """The chips (J7-1), the sign for an almighty tile, and how a die is thrown."""
    large, middle, small = START
    yield Prompt(None, message("jarapon.setup", force=FORCE, large=large, middle=middle, small=small))
    yield Prompt(None, message("jarapon.almighty"))
    yield Prompt(None, message("jarapon.die"))


def _build(state: State) -> Iterator[Prompt]:
    """The seating (J7-2), the dealer's light-sabre chip (J7-26), the rows of discards, and the walls (J7-3)."""
    if not state.match.hand and state.house.dealer == "first":
        yield from _setup()
    tenure = state.match.tenure + state.match.deal_moves
    dealer, side = state.players[state.next_dealer], 1 + tenure // len(state.players)
    yield Prompt(None, message("jarapon.dealer", player=dealer, side=side))
    if not state.match.hand and state.house.dealer == "die":
        around = state.players[state.dealer :] + state.players[: state.dealer]
        yield Prompt(None, message("jarapon.sit", player=dealer, players=", ".join(around)))
    if not state.match.hand:
        yield Prompt(None, message("jarapon.rows"))
    yield Prompt(None, message("jarapon.build", **_walls(dealer)))


def _break(state: State) -> Iterator[Prompt]:
    key = "jarapon.throw_again" if state.dice else "jarapon.throw_for_wall"
    yield Prompt(state.dealer, message(key, player=state.players[state.dealer]))


def _deal(state: State) -> Iterator[Prompt]:
    """Where the wall is broken (J7-4); a twelfth stack is the first of the next wall."""
    count, facts = sum(state.dice), _walls(state.players[state.dealer])
    key = "jarapon.break_next_wall" if count > DEALERS_STACKS else "jarapon.break"
    yield Prompt(state.dealer, message(key, **facts, count=count))
    yield Prompt(None, message("jarapon.deal", **facts, count=count, tiles=DEALT))


def _walls(dealer: str) -> dict[str, Fact]:
    """What the walls are drawn from (J7-3)."""
    return {"player": dealer, "stacks": STACKS_A_SIDE, "dealer_stacks": DEALERS_STACKS}


def _draw(state: State) -> Iterator[Prompt]:
    if state.claim:
        yield _claim(state)
    elif state.wall:
        yield Prompt(state.turn, message("jarapon.draw", player=state.players[state.turn]))
    else:
        yield Prompt(None, message("jarapon.wall_used_up"))


def _claim(state: State) -> Prompt:
    """The request to lay tiles open, for a pon or to win."""
    assert state.claim is not None
    seat = state.claim.seat
    facts = {"player": state.players[seat], "tile": shorter(state.taken)}
    if state.claim.what == PON:
        return Prompt(seat, _lay_set(state, seat, facts))
    key = "jarapon.show_own" if state.last is None else "jarapon.show"
    return Prompt(seat, message(key, **facts))


def _lay_set(state: State, seat: int, facts: Mapping[str, Fact]) -> Message:
    """How a pon is laid, so that everybody sees whose discard it was (J7-7): that tile sideways, where he sits."""
    assert state.last is not None  # a pon is called of a discard
    at = ("left", "middle", "right")[place_in_set(seat, state.last, len(state.players)) - 1]
    return message(f"jarapon.lay_set_{at}", **facts, giver=state.players[state.last])


def _discard(state: State) -> Iterator[Prompt]:
    if state.claim:
        yield _claim(state)
        return
    name, me = state.players[state.turn], state.seats[state.turn]
    if me.riichi:
        yield Prompt(state.turn, message("jarapon.frozen", player=name))
    elif state.drawn is None:
        yield Prompt(state.turn, message("jarapon.discard_after_pon", player=name))
    else:
        yield Prompt(state.turn, message("jarapon.discard", player=name))
    if me.lay_sideways:
        yield Prompt(state.turn, message("jarapon.lay_sideways", player=name))


def _bonus(state: State) -> Iterator[Prompt]:
    yield Prompt(state.turn, message("jarapon.turn_up", player=state.players[state.turn]))


def _over(state: State) -> Iterator[Prompt]:
    """Why the match is over and who is Jedi Master (J7-24, J7-26)."""
    if broke := [name for name, purse in zip(state.players, state.match.purses, strict=True) if not purse]:
        yield Prompt(None, message("jarapon.over_broke", players=", ".join(broke)))
    else:
        yield Prompt(None, message("jarapon.over_dealt"))
    yield from (Prompt(None, line) for line in _stakes_left(state))
    most = max(state.match.purses)
    masters = [name for name, purse in zip(state.players, state.match.purses, strict=True) if purse == most]
    key = "jarapon.jedi_master" if len(masters) == 1 else "jarapon.jedi_masters"
    yield Prompt(None, message(key, players=", ".join(masters), force=most))


def _stakes_left(state: State) -> list[Message]:
    """The note that chips left in the centre at the end of the match belong to nobody (J7-24)."""
    left = state.phase == Phase.OVER and state.match.chips
    return [message("jarapon.stakes_left", points=state.match.chips * STAKE)] if left else []


def status(state: State) -> tuple[Message, ...]:
    """Hand, dealer, light sabre, wall, riichi chips, who is still to be dealer; between hands the prompts say it."""
    if state.phase in (Phase.DICE, Phase.BUILD, Phase.OVER):
        return ()
    left = TENURES * len(state.players) - 1 - state.match.tenure  # of the deal, after this one
    said = [
        message("jarapon.status.hand", hand=state.match.hand),
        message("jarapon.status.dealer" if left else "jarapon.status.last_dealer", player=state.players[state.dealer]),
        message("jarapon.status.sabre", side=state.sabre),
    ]
    if state.phase not in (Phase.BREAK, Phase.DEAL):  # until then the walls hold what is dealt, too
        said.append(message("jarapon.status.wall", tiles=len(state.wall)))
    if state.match.chips:
        said.append(message("jarapon.status.chips", chips=state.match.chips))
    if left and state.sabre == TENURES:  # before, everybody is dealer once more (J7-26)
        around = state.players[state.dealer + 1 :] + state.players[: state.dealer]
        said.append(message("jarapon.status.later", players=", ".join(around[:left])))
    return tuple(said)


_DUE = {
    Phase.DICE: _dice,
    Phase.BUILD: _build,
    Phase.BREAK: _break,
    Phase.DEAL: _deal,
    Phase.DRAW: _draw,
    Phase.DISCARD: _discard,
    Phase.BONUS: _bonus,
    Phase.OVER: _over,
}


def ending(state: State) -> list[Message]:
    """How the last hand ended, and what everybody gained or paid; without the bonus while its tile is still face down.

    >>> from engines.jarapon import Jarapon
    >>> ending(Jarapon({}).start(["Aya", "Ben"], {"rules": "padawan"}))
    []
    """
    if state.phase == Phase.BONUS:
        worth = paid(state).match.account[-1].worth
        assert worth is not None  # otherwise no bonus tile would be turned up
        won = message("jarapon.won", player=state.players[state.turn])
        return [won, *_worth(worth), *(prompt.said for prompt in _bonus(state)), *_sheet(state)]
    entry = state.match.account[-1] if state.match.account else None
    if entry is None or entry.kind == "riichi":  # with which the match has ended (J7-24)
        return []
    name = state.players[entry.seat]
    if entry.kind == "void":
        return [message("jarapon.void"), *_stakes_stay(state)]
    if entry.worth is None:
        hand = state.seats[entry.seat].hand  # none where only the result is known
        why = judged(state, entry.seat, hand) if hand else None
        fine = message("jarapon.fine", player=name, points=PENALTY_POINTS)
        fine = fine if state.house.fines else message("jarapon.no_fine")
        said = [message("jarapon.false_win", player=name), *([why] if isinstance(why, Message) else []), fine]
        return [*said, *_in_chips(state), *_stakes_stay(state)]
    payments = [*(_in_chips(state) or _moved(state, entry)), *_stakes_taken(entry.worth)]
    return [message("jarapon.won", player=name), *_worth(entry.worth), *payments, *_sheet(state)]


def _stakes_stay(state: State) -> list[Message]:
    stay = state.match.chips and state.phase != Phase.OVER  # at the end they belong to nobody (J7-24)
    return [message("jarapon.stakes_stay", points=state.match.chips * STAKE)] if stay else []


def _worth(worth: Worth) -> Iterator[Message]:
    """The score of a hand line by line: its row, its bonuses, the doubling for a dealer (J7-17 to J7-22)."""
    key = "jarapon.worth.with_pon" if worth.pon else "jarapon.worth.hand"
    yield message(key, hand=worth.hand, points=worth.points)
    for kind, count, points in worth.bonuses:
        yield message(f"jarapon.worth.{kind}", count=count, points=points)
    if worth.dealer:
        yield message("jarapon.worth.dealer", points=worth.due)


def _moved(state: State, entry: Entry) -> Iterator[Message]:
    """Who pays a winner what (J7-20, J7-24)."""
    worth = entry.worth
    assert worth is not None
    for seat, gain in enumerate(entry.gained):
        payer = seat != entry.seat and worth.giver in (seat, None)
        if payer:
            key = "jarapon.gain.all_from" if -gain < worth.due else "jarapon.gain.from"
            yield message(key, player=state.players[seat], points=-gain)


def _stakes_taken(worth: Worth) -> list[Message]:
    return [message("jarapon.gain.stakes", points=worth.stakes)] if worth.stakes else []


def _in_chips(state: State) -> list[Message]:
    """With which chips everybody pays what the last line of the account says, and who changes some first."""
    entry = state.match.account[-1]
    return [_handed(state, entry, handing) for handing in last_handings(state.match.account, len(state.players))]


def _handed(state: State, entry: Entry, handing: Handing) -> Message:
    names = {"player": state.players[handing.giver], "to": state.players[handing.taker]}
    chips, back = _listed(handing.chips, 1), _listed(handing.chips, -1)
    if not handing.points:
        return message("jarapon.chips.changed", **names, chips=chips, back=back)
    facts: dict[str, Fact] = {**names, "points": handing.points, "chips": chips}
    if back:
        return message("jarapon.chips.with_change", **facts, back=back)
    is_all = entry.worth is not None and handing.points < entry.worth.due
    return message("jarapon.chips.all" if is_all else "jarapon.chips.given", **facts)


def _listed(chips: Chips, sign: int) -> str:
    """The chips that are given (`sign` 1) or come back (-1)."""
    counts = ((count * sign, value) for count, value in zip(chips, VALUES, strict=True))
    return " ".join(f"chips/{count}/{value}" for count, value in counts if count > 0)


def _sheet(state: State) -> list[Message]:
    """The sheet by which a hand was scored, marked where it is a reconstruction (J7-15)."""
    if state.house.rules == "padawan":
        return []
    sheet = state.house.scored_by
    return [message("sheet.used_reconstruction" if sheet.reconstruction else "sheet.used", sheet=sheet.name)]


def standings(state: State) -> tuple[Standing, ...]:
    """Force by seat, with every payment since the start as a reason; equals share a rank (J7-26)."""
    return tuple(
        Standing(seat, state.match.purses[seat], rank, tuple(_reasons(state, seat)), message("jarapon.unit"))
        for seat, rank in enumerate(ranks(state.match.purses))
    )


def _reasons(state: State, seat: int) -> Iterator[Message]:
    yield message("jarapon.gain.start", points=FORCE)
    for entry in state.match.account:
        if entry.gained[seat]:
            yield from _gain(state, entry, seat)
    yield from _stakes_left(state)
    yield from _sheet(state)


def _gain(state: State, entry: Entry, seat: int) -> Iterator[Message]:
    """Why a player gained or paid in a hand."""
    gain, who = entry.gained[seat], state.players[entry.seat]
    if entry.kind == "riichi":
        yield message("jarapon.gain.staked", hand=entry.hand, points=-gain)
    elif entry.kind == "false_win" and seat == entry.seat:
        yield message("jarapon.gain.own_false_win", hand=entry.hand, points=-gain)
    elif entry.kind == "false_win":
        yield message("jarapon.gain.false_win", hand=entry.hand, player=who, points=gain)
    elif entry.worth is not None and seat == entry.seat:
        yield message("jarapon.gain.won", hand=entry.hand, points=gain)
        yield from _worth(entry.worth)
        yield from _moved(state, entry)
        yield from _stakes_taken(entry.worth)
    elif entry.worth is not None:
        key = "jarapon.gain.paid_all" if -gain < entry.worth.due else "jarapon.gain.paid"
        yield message(key, hand=entry.hand, player=who, name=entry.worth.hand, points=-gain)


def describe(state: State, move: Move) -> Message:  # noqa: PLR0911  (a sentence for each kind of move)
    """One line of the record, naming only what everybody sees of a move."""
    name = state.players[getattr(move, "seat", state.dealer)]
    match move:
        case Throw(pips=pips):
            return message("jarapon.told.throw", player=name, pips=pips)
        case Deal(dora=dora):
            return message("jarapon.told.deal", player=name, tile=shorter(dora))
        case Draw():
            return message("jarapon.told.draw", player=name)
        case Discard(tile=tile, riichi=riichi):
            return message("jarapon.told.riichi" if riichi else "jarapon.told.discard", player=name, tile=shorter(tile))
        case Call(what=what):
            return message("jarapon.told.call_pon" if what == PON else "jarapon.told.call_jarapon", player=name)
        case LaySet(number=number):
            return message("jarapon.told.pon", player=name, tile=number)
        case Show(tiles=tiles):
            if not isinstance(tiles, tuple):
                return message("jarapon.told.show_unread", player=name)
            return message("jarapon.told.show", player=name, tiles=" ".join(map(shorter, tiles)))
        case TurnUp(tile=tile):
            return message("jarapon.told.turn_up", player=state.players[state.turn], tile=shorter(tile))
        case Build():
            return message("jarapon.told.build")
        case Void() | NobodyWon():
            return message("jarapon.told.void")
    return _result(name, move)


def _result(player: str, move: FirstDealer | Won | WonFalsely) -> Message:
    match move:
        case FirstDealer():
            return message("jarapon.told.first_dealer", player=player)
        case Won(tiles=tiles):
            return message("jarapon.told.show", player=player, tiles=" ".join(map(shorter, tiles)))
    return message("jarapon.told.won_falsely", player=player)

"""Messages of Skip-Bo: standings with their reasons, prompts, and descriptions of moves."""

from engines.contract import Prompt, Standing, ranks
from engines.messages import Fact, Message, message
from engines.skip_bo.dealing import named, stock_size
from engines.skip_bo.results import result_of
from engines.skip_bo.rules import mover
from engines.skip_bo.state import (
    BUILD_AT,
    DISCARD_AT,
    HAND,
    HAND_PLACE,
    HIGHEST,
    MATCH_POINTS,
    STOCK_AT,
    Deal,
    Discard,
    Draw,
    End,
    Lay,
    Move,
    NobodyWon,
    Penalty,
    Result,
    State,
    Turn,
    Won,
)
from engines.vocabulary import UNKNOWN, WILD


def standings(state: State) -> tuple[Standing, ...]:
    """Points by seat (K-7), which partners share (K-8); the winner of the match is first regardless of points."""
    winner = state.match_winner
    first = () if winner is None else state.team(winner)
    worth = [(seat in first, state.score(seat)) for seat in range(len(state.players))]
    return tuple(
        Standing(seat, state.score(seat), rank, _reasons(state, seat), _unit(state, seat))
        for seat, rank in enumerate(ranks(worth))
    )


def _unit(state: State, seat: int) -> Message:
    if _are_stocks_open(state):
        return message("skip_bo.unit_points", score=state.score(seat))
    return message("skip_bo.unit", score=state.score(seat), cards=len(state.stocks[seat]))


def _reasons(state: State, seat: int) -> tuple[Message, ...]:
    won = tuple(
        message("skip_bo.won_game", game=game, cards=result.left, points=result.points)
        for game, result in state.won_by(seat)
    )
    return won if _are_stocks_open(state) else (*won, message("skip_bo.stock_left", cards=len(state.stocks[seat])))


def _are_stocks_open(state: State) -> bool:
    """Whether nobody knows what was left in the stocks: after a drawn game of which only that is known."""
    return state.is_cleared and state.results[-1].winner is None


def prompt(state: State) -> tuple[Prompt, ...]:
    """Who is to do what now, or how the game ended."""
    due = state.phase
    if due in ("deal", "over"):
        return _result(state)
    if due == "turn":
        return _setup(state)
    seat, name = state.seat, state.players[state.seat]
    if due == "draw":
        cards = state.to_draw
        said = [Prompt(seat, message("skip_bo.draw", player=name, cards=cards))]
        if len(state.draw) <= cards and state.aside:
            said.append(Prompt(seat, message("skip_bo.shuffle")))
        return tuple(said)
    return (*_draw_empty(state), Prompt(seat, _turn(state)))


def _setup(state: State) -> tuple[Prompt, ...]:
    seat = state.to_turn
    assert seat is not None
    turn_up = Prompt(seat, message("skip_bo.turn_up", player=state.players[seat]))
    if any(state.shown):
        return (turn_up,)
    name = state.players[state.dealer(state.game)]
    said = [
        Prompt(
            None, message("skip_bo.setup", player=name, stock=stock_size(len(state.players), state.house), hand=HAND)
        )
    ]
    if state.house.teams:
        pairs = [state.team(seat) for seat in range(len(state.players) // 2)]
        said += [
            Prompt(None, message("skip_bo.team", player=state.players[first], partner=state.players[second]))
            for first, second in pairs
        ]
    return (*said, turn_up)


def _draw_empty(state: State) -> tuple[Prompt, ...]:
    """The note, while the draw pile is empty, that the next finished pile replaces it (K-4)."""
    return () if state.draw else (Prompt(None, message("skip_bo.draw_empty")),)


def _turn(state: State) -> Message:
    """What the player in turn may do, with the numbers that the building piles need."""
    name = state.players[state.seat]
    numbers = " ".join(map(str, sorted({len(pile) + 1 for pile in state.builds})))
    if not state.hands[state.seat]:
        return message("skip_bo.turn_no_hand", player=name, numbers=numbers)
    if state.house.teams:
        partner = state.players[state.team(state.seat)[1]]
        return message("skip_bo.turn_team", player=name, partner=partner, numbers=numbers)
    return message("skip_bo.turn", player=name, numbers=numbers)


def _result(state: State) -> tuple[Prompt, ...]:
    """How the game ended, and what is next: the deal of another, or the end of the match (K-7)."""
    winner = state.match_winner
    ended = Prompt(None, game_result(state, state.results[-1]))
    if winner is not None:
        return ended, Prompt(None, _match_result(state, winner))
    if state.house.match:
        seat = state.dealer(state.game + 1)
        return ended, Prompt(seat, message("skip_bo.deal_next", player=state.players[seat], game=state.game + 1))
    return (ended,)


def _match_result(state: State, winner: int) -> Message:
    won = "points" if state.score(winner) >= MATCH_POINTS else "games"
    facts: dict[str, Fact] = {"player": state.players[winner]}
    facts |= {"points": state.score(winner), "games": len(state.won_by(winner))}
    if state.house.teams:
        won, facts["partner"] = f"{won}_team", state.players[state.team(winner)[1]]
    return message(f"skip_bo.match_{won}", **facts)


def game_result(state: State, result: Result) -> Message:
    """Who has won a game, and for how many points; or that it was drawn."""
    if result.winner is None:
        return message("skip_bo.drawn")
    name = state.players[result.winner]
    if state.house.teams:
        partner = state.players[state.team(result.winner)[1]]
        return message("skip_bo.won_team", player=name, partner=partner, points=result.points)
    return message("skip_bo.won", player=name, points=result.points)


def describe(state: State, move: Move) -> Message:
    """One line of the record: who does what; cards are named only where everybody sees them."""
    player = state.players[mover(state, move) or 0]
    match move:
        case Deal():
            said = message("skip_bo.dealt", player=player, game=state.game + 1)
        case Turn(card):
            said = message("skip_bo.turned", player=player, card=named(card))
        case Draw():
            said = message("skip_bo.drew", player=player, cards=state.to_draw)
        case Lay():
            said = _describe_lay(state, move)
        case Discard(card, target):
            said = message("skip_bo.discarded", player=player, card=named(card), pile=DISCARD_AT[target][1] + 1)
        case Penalty(seat, cards):
            said = message("skip_bo.penalty", player=state.players[seat], card=named(cards[-1]), cards=len(cards))
        case End():
            said = message("skip_bo.ended", player=player)
        case Won() | NobodyWon():
            said = game_result(state, result_of(move))
    return said


def _describe_lay(state: State, move: Lay) -> Message:
    """Where a card comes from, what it stands for, and whether it finishes the pile."""
    pile = BUILD_AT[move.target]
    number = len(state.builds[pile]) + 1
    card = f"{named(move.card)} ({number})" if move.card == WILD else move.card
    if move.card == UNKNOWN:
        card = f"{number} / {named(WILD)}"
    deed = "finishes" if number == HIGHEST else "lays"
    if move.source == HAND_PLACE:
        owner, origin = state.seat, "hand"
    elif move.source in STOCK_AT:
        owner = STOCK_AT[move.source]
        origin = "last" if move.turned is None else "stock"
    else:
        owner, origin = DISCARD_AT[move.source][0], "discard"
    facts: dict[str, Fact] = {"player": state.players[state.seat], "card": card, "pile": pile + 1}
    if move.turned is not None:
        facts["turned"] = named(move.turned)
    if owner != state.seat:
        deed, facts["owner"] = f"partner_{deed}", state.players[owner]
    return message(f"skip_bo.{deed}_{origin}", **facts)

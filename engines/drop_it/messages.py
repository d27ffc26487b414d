"""Messages of Drop It: standings with their reasons, prompts, and descriptions of moves."""

from engines.contract import Prompt, Standing, ranks
from engines.drop_it.moves import Drop, Joker, Move
from engines.drop_it.state import JOKER_WORTH, State, token
from engines.messages import Fact, Message, message
from engines.vocabulary import UNKNOWN


def standings(state: State) -> tuple[Standing, ...]:
    """Points by seat with their reasons; team mates share theirs, equals share a rank (D-9, D-11)."""
    totals = [state.score_of(side).total for side in range(state.side_count)]
    found = {
        seat: Standing(seat, total, rank, _reasons(state, side), message("drop_it.unit", score=total))
        for side, (total, rank) in enumerate(zip(totals, ranks(totals), strict=True))
        for seat in state.sides[side]
    }
    return tuple(found[seat] for seat in sorted(found))


def _reasons(state: State, side: int) -> tuple[Message, ...]:
    score = state.score_of(side)
    said = [message("drop_it.levels", points=score.levels)]
    if score.circles:
        said.append(message("drop_it.circles", points=score.circles))
    if score.jokers_left:
        worth = JOKER_WORTH * score.jokers_left
        said.append(message("drop_it.jokers_left", jokers=score.jokers_left, each=JOKER_WORTH, points=worth))
    if score.scoreless:
        said.append(message("drop_it.scoreless", drops=score.scoreless))
    if score.jokers_used:
        said.append(message("drop_it.jokers_used", jokers=score.jokers_used))
    if token(score.total):
        rest = score.total - token(score.total)
        said.append(message("drop_it.token", token=token(score.total), rest=rest))
    return tuple(said)


def status(state: State) -> tuple[Message, ...]:
    """A line for each team, whose members share what they have; who plays alone has it on his own score."""
    if not state.drops or state.ended or state.side_count == len(state.players):
        return ()
    return tuple(_team(state, side) for side in range(state.side_count))


def _team(state: State, side: int) -> Message:
    facts: dict[str, Fact] = {"team": state.side_name(side), "pieces": state.left_of(side)}
    if not state.jokers:
        return message("drop_it.status.team", **facts)
    return message("drop_it.status.team_jokers", **facts, jokers=state.jokers_left(side))


def prompt(state: State) -> tuple[Prompt, ...]:
    """The setup, the score of the last drop, a token or joker that is due, and whose turn it is or the result."""
    said = [Prompt(None, line) for line in (_last_drop(state) if state.drops else _setup(state))]
    if state.joker_open:
        last = len(state.drops) - 1
        name, worth = state.players[state.seat_of(last)], state.drops[last].points
        key = "drop_it.joker_or_end" if state.all_dropped else "drop_it.joker"
        said.append(Prompt(state.seat_of(last), message(key, player=name, points=worth, worth=JOKER_WORTH)))
    if state.ended:
        return (*said, *(Prompt(None, line) for line in _result(state)))
    if not state.all_dropped:
        turn = len(state.drops)
        seat, left = state.seat_of(turn), state.left_of(state.side_of(turn))
        said.append(Prompt(seat, message("drop_it.turn", player=state.players[seat], pieces=left)))
    return tuple(said)


def _setup(state: State) -> list[Message]:
    """The pieces (D-4), the edges (D-12, D-13), the jokers (D-14), and who begins (D-5)."""
    said = [*_setup_pieces(state), message(f"drop_it.setup_edges_{state.edges}")]
    if state.side_count < len(state.players):
        said.insert(0, message("drop_it.setup_teams", one=state.side_name(0), other=state.side_name(1)))
    if state.jokers:
        said.append(message("drop_it.setup_jokers", jokers=state.jokers_each))
    return [*said, message("drop_it.first", player=state.players[0])]


def _setup_pieces(state: State) -> list[Message]:
    """The colours of each side, or how many colours it may choose (D-4)."""
    if not state.are_given:
        return [message({2: "drop_it.setup_two", 3: "drop_it.setup_three", 4: "drop_it.setup_four"}[state.side_count])]
    said = []
    for side in range(state.side_count):
        colours = " ".join(f"colour/{colour}" for colour in state.shares.colours(side))
        said.append(message("drop_it.setup_colours", player=state.side_name(side), colours=colours))
    return [*said, message("drop_it.setup_yellow")] if state.side_count == 3 else said


def _last_drop(state: State) -> list[Message]:
    """The score of the last drop, and the token that became due by it (D-10)."""
    last = len(state.drops) - 1
    drop, side, name = state.drops[last], state.side_of(last), state.players[state.seat_of(last)]
    if rules := state.broken(last):
        return [message("drop_it.broken", player=name, piece=named(drop.piece), rules=_rules(rules))]
    key = "drop_it.scored_circles" if drop.circles else "drop_it.scored"
    said = [message(key, player=name, level=drop.level, bonus=drop.bonus, points=drop.points)]
    if last in state.saved:
        said.insert(0, message("drop_it.saved", player=name))
    score = state.score_of(side)
    now = score.total - JOKER_WORTH * score.jokers_left
    if token(now) > token(now - state.points_of(last)):
        said.append(message("drop_it.take_token", player=state.side_name(side), token=token(now)))
    return said


def _result(state: State) -> tuple[Message, ...]:
    """Who has won; equals share the win (D-9)."""
    totals = [state.score_of(side).total for side in range(state.side_count)]
    best = [state.side_name(side) for side, total in enumerate(totals) if total == max(totals)]
    won = message("drop_it.won", player=best[0], points=max(totals))
    shared = message("drop_it.shared", players=" & ".join(best), points=max(totals))
    return message("drop_it.over"), won if len(best) == 1 else shared


def describe(state: State, move: Move) -> Message:
    """One line of the record: what was dropped and its score, or whether a joker was used."""
    if not isinstance(move, Drop):
        last = len(state.drops) - 1
        name = state.players[state.seat_of(last)]
        if isinstance(move, Joker):
            return message("drop_it.told_joker", player=name, points=state.drops[last].points)
        return message("drop_it.told_keep", player=name)
    name = state.players[state.seat_of(len(state.drops))]
    if rules := move.breaches(state.edges):
        return message("drop_it.broken", player=name, piece=named(move.piece), rules=_rules(rules))
    return message("drop_it.told_drop", player=name, piece=named(move.piece), level=move.level, points=move.points)


def named(piece: str) -> str:
    """A piece as sentences name it.

    >>> named("circle/red"), named(UNKNOWN)
    ('circle/red', 'piece/unknown')
    """
    return "piece/unknown" if piece == UNKNOWN else piece


def _rules(rules: tuple[str, ...]) -> str:
    return " ".join(f"rule/{rule}" for rule in rules)

"""One whole game of a random player, ply by ply as it was when the file was made: what changes here changed the rules.

`python -m tests.engines.test_reversi_playthrough` in the project's folder writes the file anew from its own moves.
"""

from pathlib import Path

from device.texts import say
from engines import reversi

GOLDEN = Path(__file__).parent / "golden" / "reversi_playthrough.txt"


def playthrough(transcript: str) -> str:
    """The game with everything that the engine says at each ply."""
    players, options, moves = reversi.read_record(transcript)
    state = reversi.start(players, options)
    lines = [reversi.write_record(players, options, moves), ""]
    for ply, move in enumerate((*moves, None)):
        lines += [f"after {ply} plies, in hand {state.hands[0]} and {state.hands[1]}", str(state)]
        lines += [say(prompt.said, "en") for prompt in reversi.prompt(state)]
        lines += [
            ("legal: " + " ".join(str(reversi.move_to_json(legal)) for legal in reversi.moves(state))).strip(),
            "",
        ]
        if move:
            lines += [say(reversi.tell_move(state, move), "en")]
            state = reversi.play(state, move)
    lines += [f"{s.rank}. {players[s.player]}: {s.score}" for s in reversi.standings(state)]
    return "\n".join(lines) + "\n"


def test_the_recorded_game_goes_as_it_went() -> None:
    written = GOLDEN.read_text(encoding="utf-8")
    assert playthrough(written.split("\n\n")[0]) == written


def test_the_recorded_game_has_a_pass_a_tile_handed_over_and_an_end() -> None:
    written = GOLDEN.read_text(encoding="utf-8")
    assert all(
        words in written for words in ("so say “pass”", "give Ben one of your tiles", "The sheet is full", "wins")
    )


if __name__ == "__main__":
    GOLDEN.write_text(playthrough(GOLDEN.read_text(encoding="utf-8").split("\n\n")[0]), encoding="utf-8")

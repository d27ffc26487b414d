"""What is said to people, before it has a language: a key of the text catalogue and the facts its sentence names."""

from dataclasses import dataclass

Fact = str | int


@dataclass(frozen=True)
class Message:
    """Something to say: a key of the text catalogue and the facts that its sentence names.

    >>> message("reversi.turn", player="Aya").facts
    (('player', 'Aya'),)
    """

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()


def message(key: str, **facts: Fact) -> Message:
    """A `Message` from keyword facts; a fact that is a list of things is written with spaces between them."""
    return Message(key, tuple(facts.items()))


class Refusal(ValueError):
    """Something that the rules or the box cannot accept: `said` names the sentence and its facts.

    `because`: the rule that it breaks, or what was found, said after it.
    """

    def __init__(self, said: Message, because: Message | None = None) -> None:
        self.said, self.because = said, because
        super().__init__(said.key + "".join(f" {name}={value}" for name, value in said.facts))

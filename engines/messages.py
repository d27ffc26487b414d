"""Texts for people, independent of language: a key of the text catalogue and the facts of its sentence."""

from dataclasses import dataclass

Fact = str | int


@dataclass(frozen=True)
class Message:
    """A text for people: a key of the text catalogue and the facts that its sentence names.

    >>> message("reversi.turn", player="Aya").facts
    (('player', 'Aya'),)
    """

    key: str
    facts: tuple[tuple[str, Fact], ...] = ()


def message(key: str, **facts: Fact) -> Message:
    """A `Message` from keyword facts; a fact that is a list has spaces between its items."""
    return Message(key, tuple(facts.items()))


class Refusal(ValueError):
    """Something that the rules or the box cannot accept: `said` is the message.

    `because`: the reason, such as the rule that it breaks; it is appended to the message.
    """

    def __init__(self, said: Message, because: Message | None = None) -> None:
        self.said, self.because = said, because
        super().__init__(said.key + "".join(f" {name}={value}" for name, value in said.facts))

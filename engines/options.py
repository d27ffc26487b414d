"""Players and options: the checks that every game makes before its first move."""

from collections.abc import Mapping, Sequence

from engines.contract import BadOption, Option
from engines.messages import Fact, message
from engines.one_line import one_line


def check_players(players: Sequence[str], allowed: range) -> tuple[str, ...]:
    """The players' names as `one_line` returns them; raises `BadOption` for a wrong count or an empty name.

    >>> check_players(["Aya ", "Ben"], range(2, 3))
    ('Aya', 'Ben')
    """
    names = tuple(map(one_line, players))
    if len(names) not in allowed:
        fewest, most = allowed[0], allowed[-1]
        said = str(most) if fewest == most else f"{fewest}–{most}"
        raise BadOption(message("options.players", players=len(names), fewest=fewest, most=most, allowed=said))
    if not all(names):
        raise BadOption(message("options.no_name", seat=names.index("") + 1))
    return names


def unnamed(count: int) -> tuple[str, ...]:
    """Names of players whom nobody named: their numbers from 1.

    >>> unnamed(3)
    ('1', '2', '3')
    """
    return tuple(str(seat) for seat in range(1, count + 1))


def as_played(options: Mapping[str, Fact], known: Sequence[Option]) -> dict[str, Fact]:
    """The options of a recorded game; those that it does not name have their former default.

    >>> as_played({}, [Option("exit", ("in", "out"), former_default="out"), Option("first", ("up", "down"))])
    {'exit': 'out'}
    """
    return {
        option.name: option.former_default for option in _changed(options, known) if option.former_default is not None
    } | dict(options)


def as_recorded(options: Mapping[str, Fact], known: Sequence[Option]) -> dict[str, Fact]:
    """The options of a new game as they are recorded; those whose default has changed are always named.

    >>> as_recorded({}, [Option("exit", ("in", "out"), former_default="out"), Option("first", ("up", "down"))])
    {'exit': 'in'}
    """
    return {option.name: option.allowed[0] for option in _changed(options, known)} | dict(options)


def as_written(options: Mapping[str, Fact], known: Sequence[Option]) -> dict[str, Fact]:
    """The options that the text of a record names: those of `as_recorded` that `as_played` would not fill in.

    >>> changed = [Option("exit", ("in", "out"), former_default="out")]
    >>> as_written({}, changed), as_written({"exit": "out"}, changed)
    ({'exit': 'in'}, {})
    """
    earlier = {option.name: option.former_default for option in _changed(options, known)}
    return {name: value for name, value in as_recorded(options, known).items() if earlier.get(name) != value}


def _changed(options: Mapping[str, Fact], known: Sequence[Option]) -> list[Option]:
    """The options whose default has changed and that have an effect with these options."""
    return [
        option
        for option in known
        if option.former_default is not None
        and (option.only_with is None or options.get(option.only_with[0]) == option.only_with[1])
    ]


def choose_options(options: Mapping[str, Fact], known: Sequence[Option]) -> dict[str, Fact]:
    """Every option of a game with its chosen value or its default; raises `BadOption`.

    >>> choose_options({}, [Option("first", ("up", "down"))])
    {'first': 'up'}
    >>> choose_options({"leg": "from 10"}, [Option("leg", ("none",), is_offered=False)])
    {'leg': 'from 10'}
    """
    by_name = {option.name: option for option in known}
    for name, value in options.items():
        if name not in by_name:
            no_such = message("options.unknown", option=name, allowed=" ".join(by_name))
            raise BadOption(no_such if by_name else message("options.none", option=name))
        is_made = not by_name[name].is_offered and isinstance(value, str)
        if value not in by_name[name].allowed and not is_made:
            allowed = " ".join(str(fact) for fact in by_name[name].allowed)
            raise BadOption(message("options.value", option=name, value=value, allowed=allowed))
    return {option.name: options.get(option.name, option.allowed[0]) for option in known}

"""The route of the campaign: data of 100 ancient cities in travelling order (S-26)."""

from dataclasses import dataclass

from engines.data_file import BadData, Table, is_number, many_tables, one_table, read_tables
from engines.messages import message
from engines.stop.campaign import CITIES

_MOST_NORTH, _MOST_EAST = 90, 180
_KEYS = ("en", "ja", "north", "east", "fact_en", "fact_ja")


@dataclass(frozen=True)
class City:
    """A city of the route.

    >>> pella = City("Pella", "ペラ", 40.76, 22.52, "Alexander was born here.", "アレクサンドロスの生まれた所です。")
    >>> pella.name("ja"), pella.name("en"), pella.fact("de")
    ('ペラ', 'Pella', 'Alexander was born here.')
    """

    en: str  # its name in English
    ja: str  # its name in Japanese
    north: float  # degrees
    east: float  # degrees
    fact_en: str  # a true sentence about it
    fact_ja: str

    def name(self, language: str) -> str:
        """Its name in a language, by default the English one."""
        return self.ja if language == "ja" else self.en

    def fact(self, language: str) -> str:
        """The sentence about it in a language, by default the English one."""
        return self.fact_ja if language == "ja" else self.fact_en


@dataclass(frozen=True)
class Route:
    """The cities in the order of travelling; the last one is home, where the campaign also begins."""

    name: str
    cities: tuple[City, ...]

    @property
    def home(self) -> City:
        """Where the campaign begins and ends."""
        return self.cities[-1]

    def reached(self, advances: int) -> City:
        """The king's city after a number of advances."""
        return self.cities[advances - 1] if advances else self.home

    def passed(self, advances: int) -> tuple[City, ...]:
        """The cities from home to the king's; the map shows this part of the route in another colour (S-26)."""
        return (self.home, *self.cities[:advances])


def parse_route(text: str, file: str) -> Route:
    """A route from TOML; raises `BadData` naming file, city, key and what is allowed.

    `[route]` has `name`; each of 100 `[[city]]` has its names `en` and `ja`, `north` and `east` in degrees, and a
    sentence about it, `fact_en` and `fact_ja`. No two cities have the same name.

    >>> parse_route('[route]\\nname = "mine"\\n[[city]]\\nen = "Pella"', "mine.toml")
    Traceback (most recent call last):
    engines.data_file.BadData: data.missing_key file=mine.toml table=[[city]] 1 "Pella" name=ja
    """
    data = read_tables(text, file, ("route", "city"))
    name = one_table(data, "route", file, ("name",)).text("name")
    cities = tuple(_city(table) for table in many_tables(data, "city", file, _KEYS))
    if len(cities) != CITIES:
        raise BadData(message("stop.route.not_100", file=file, cities=len(cities), needed=CITIES))
    for names in ([city.en for city in cities], [city.ja for city in cities]):
        if (twice := next((name for at, name in enumerate(names) if name in names[:at]), None)) is not None:
            raise BadData(message("stop.route.twice", file=file, city=twice))
    return Route(name, cities)


def _city(table: Table) -> City:
    english = table.text("en")
    table.where += f' "{english}"'
    return City(
        en=english,
        ja=table.text("ja"),
        north=_degrees(table, "north", _MOST_NORTH),
        east=_degrees(table, "east", _MOST_EAST),
        fact_en=table.text("fact_en"),
        fact_ja=table.text("fact_ja"),
    )


def _degrees(table: Table, key: str, most: int) -> float:
    if key not in table.values:
        raise table.wrong("missing_key", key)
    value = table.values[key]
    if not is_number(value) or not -most <= value <= most:
        said = message(
            "stop.route.not_degrees", file=table.file, table=table.where, name=key, value=str(value)[:60], most=most
        )
        raise BadData(said)
    return float(value)

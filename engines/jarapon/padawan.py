"""The Padawan rules (パダワンルール): one each of 1 to 9, and only the almighty and riichi bonuses (J7-14, J7-19)."""

from engines.jarapon.shapes import parse_shape
from engines.jarapon.sheet import Row, ScoreSheet

PADAWAN = ScoreSheet(
    name="padawan",
    rows=(Row("One to Nine", "1から9", parse_shape(["run of 9"], "free", {}), points=50, pon=None),),
    bonuses=("almighty", "riichi"),
)

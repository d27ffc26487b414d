"""Tells the sheet from what else is square, by a small network that has learned from both."""

from vision.networks import run_network
from vision.reading import Picture

# Logit. Of 665 sheets that the finder found on invented tables and photographs one is below -3; the photographs of
# docs/recognition.md are at -2.0 and above, so there is some room for other sheets.
_LEAST = -4.0


def is_like_sheet(view: Picture) -> bool:
    """Whether a field view (as from `field_view`) shows the sheet, empty or under tiles and hands, of any print."""
    return bool(run_network("sheet", [view])[0, 0] >= _LEAST)

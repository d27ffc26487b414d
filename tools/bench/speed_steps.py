"""What each step of a look costs, by a profile of looks at known boards, at new ones and at French cards."""

import time
from collections.abc import Callable, Mapping
from cProfile import Profile
from types import CodeType
from typing import Any

from vision.board.known_board import KnownBoard
from vision.cards.french.index_clarity import IndexClarity
from vision.cards.french.index_detector import detect_beside, detect_indices
from vision.cards.french.index_reader import read_indices
from vision.cards.french.pips import do_pips_confirm
from vision.cards.french.table import sided, table_of
from vision.cards.french.without_index import cards_without_index
from vision.dice import find_dice
from vision.faces.likeliest_crops import likeliest_crops
from vision.faces.recogniser import TaughtFaces
from vision.faces.tile_reader import with_backs_of_one_colour
from vision.places.jarapon.places import JaraponPlaces
from vision.places.squares import SquarePlaces
from vision.quality.clarity import Clarity
from vision.quality.levels import Levels
from vision.reading import Picture
from vision.tiles.detector import averaged_maps, darkened_maps, detections_in, tile_maps
from vision.tiles.free_sides import weakest_edge
from vision.tiles.rescoring import rescored

_Functions = Mapping[str, tuple[Any, ...]]  # functions and methods
_LIGHT: _Functions = {"light": (Levels.of, Levels.evened)}
# Functions of which none calls another one of its mapping.
STEPS: _Functions = {
    "board": (KnownBoard.find,),
    **_LIGHT,
    "blur": (Clarity.sharpened,),
    "where tiles lie": (tile_maps, darkened_maps, averaged_maps, detections_in),
    "their faces": (likeliest_crops,),
    "evidence": (rescored,),
    "backs by edges and colour": (weakest_edge, with_backs_of_one_colour),
    "doubtful faces in pairs": (TaughtFaces.compare,),
    "dice": (find_dice,),
    "places": (SquarePlaces.place, JaraponPlaces.place),
}
CARD_STEPS: _Functions = {
    **_LIGHT,
    "where indices lie": (detect_indices, detect_beside),
    "rank and suit": (read_indices,),
    "clarity": (IndexClarity.of,),
    "layout of the deck": (table_of, sided),
    "cards without an index": (cards_without_index,),
    "pips": (do_pips_confirm,),
}
REST = "everything else"


def step_times(read: Callable[[Picture], object], picture: Picture, steps: _Functions) -> dict[str, float]:
    """The ms of the processor that `read` spends on a picture in each step, and in everything else."""
    profile = Profile(time.process_time)
    profile.runcall(read, picture)
    entries = profile.getstats()
    by_code = {entry.code: entry.totaltime for entry in entries if isinstance(entry.code, CodeType)}
    spent = {
        step: 1000 * sum(by_code.get(function.__code__, 0.0) for function in functions)
        for step, functions in steps.items()
    }
    whole = 1000 * max(entry.totaltime for entry in entries)
    return spent | {REST: whole - sum(spent.values())}

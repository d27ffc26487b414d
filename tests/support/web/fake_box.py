"""A box without hardware or threads: a table on which moves are played by hand, and pictures that are made up."""

import io
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, ParamSpec, TypeVar, cast

import cv2
import numpy as np
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from PIL import Image, ImageDraw

from device.button_router import ButtonRouter
from device.capture.picture_meter import PictureMeter
from device.capture.table_view import TableView
from device.capture.tapped_field import TappedField
from device.config.language import BoxLanguage
from device.config.players import PlayerBadges
from device.hands.check import AnswerWithTiles, HandAnswer
from device.hardware.display import SIZE, Display
from device.lesson_store import LessonStore, Offer
from device.lessons import Lessons
from device.oled.canvas import Page
from device.oled.menu.menu import Menu
from device.oled.menu.widgets import Item
from device.oled.panel import Announcer, Panel
from device.phones.paired import PairedPhones
from device.phones.pairing import Pairing
from device.record.archive import GameArchive
from device.record.replay import MoveLine
from device.referee.outcomes import Problem
from device.services import Hands, KeptPictures, TablePictures
from device.sheet_prints import SheetPrints
from device.system.data_folder import PHONES
from device.system.worker import Worker
from device.table.calibration import Calibration
from device.table.game_view import GameView
from device.table.listeners import Subscription
from device.table.live_table import LiveTable
from device.table.snapshot import Snapshot
from device.wiring_check import ButtonTest
from engines import reversi
from engines.contract import Prompt
from engines.messages import Message, Refusal, message
from engines.vocabulary import BACK, FACE_DOWN, FACE_UP
from tests.support.waiting import PATIENCE_S
from tools.bench.bare_box import BareBox
from vision.faces.lesson_view import LessonView
from vision.faces.recogniser import TaughtFaces
from vision.faces.teaching import LearnedFace
from vision.pictures import decode_picture
from vision.reading import Picture, PictureWarning
from web.app import create_app
from web.limits import Waits
from web.security.guard import PHONE_COOKIE
from web.services import service

NO_FOLDER = Path("no such folder")
# The phone that every test has in hand has been paired, and this is what it carries.
TOKEN = "the-token-of-the-phone-in-the-tests"
P = ParamSpec("P")
Answer = TypeVar("Answer")
LOOKS = {FACE_UP: "up", FACE_DOWN: BACK}


def view_of(state: reversi.State, last_places: tuple[str, ...] = (), turn: int = 0) -> GameView:
    """What the table shows in a state of reversi."""
    return GameView(
        game="reversi",
        players=state.players,
        prompts=reversi.prompt(state),
        standings=reversi.standings(state),
        layout={square: LOOKS.get(look, "empty") for square, look in reversi.layout(state).items()},
        over=reversi.is_over(state),
        turn=turn,
        last_places=last_places,
    )


class FakeTable(LiveTable):
    """Reversi between Aya and Ben; `posted` keeps what the page asked for."""

    def __init__(self, players: tuple[str, str] = ("Aya", "Ben"), turn: int = 0) -> None:
        self.subscriptions: list[Subscription] = []
        self.posted: list[Any] = []
        self.refusal: Refusal | None = None
        self.state = reversi.start(players, {})
        self.snapshot = Snapshot(view_of(self.state, turn=turn), "still", serial=1)
        self.badges = PlayerBadges()
        self.view = TableView(picture=np.full((960, 1280, 3), 200, np.uint8))

    def lay(self, square: str | None, picture: str | None = None) -> None:
        """Play a move, None for a pass, and tell everybody."""
        move = reversi.Move(square)
        laid = () if square is None else (square, *reversi.outflanked(self.state, square))
        line = MoveLine(len(self.snapshot.moves) + 1, self.state.seat, reversi.describe(self.state, move), picture)
        self.state = reversi.play(self.state, move)
        self.tell(Snapshot(view_of(self.state, laid), "still", moves=(*self.snapshot.moves, line)))

    def play_on(self) -> None:
        """Play the first legal move, again and again, to the end."""
        while legal := reversi.moves(self.state):
            self.lay(legal[0].square)

    def show_hand(self, tiles: list[str], answer: HandAnswer) -> None:
        """Look at hands of Galaxy Jarapon instead of a game."""
        told = tuple(Prompt(None, message("table.told", text=reason)) for reason in answer["reasons"])
        hand: AnswerWithTiles = {"tiles": tiles, **answer}
        view = GameView("hand", (), told, (), {}, over=False)
        self.tell(replace(self.snapshot, view=view, moves=(), hand=hand))

    def say(self, problem: Message, *places: str) -> None:
        """Find something wrong with the table."""
        self.tell(replace(self.snapshot, problem=Problem(problem, places)))

    def tell(self, snapshot: Snapshot) -> None:
        view = replace(snapshot.view, turn=self.snapshot.view.turn)
        self.snapshot = replace(snapshot, view=view, serial=self.snapshot.serial + 1)
        for subscription in self.subscriptions:
            subscription.waiting.put(self.snapshot)

    def post(self, event: Any) -> Future[None]:
        self.posted.append(event)
        done: Future[None] = Future()
        if self.refusal:
            done.set_exception(self.refusal)
        else:
            done.set_result(None)
        return done

    def subscribe(self) -> Subscription:
        return Subscription(self)

    def add_listener(self, listener: Subscription) -> None:
        self.subscriptions.append(listener)
        listener.waiting.put(self.snapshot)

    def remove_listener(self, listener: Subscription) -> None:
        self.subscriptions.remove(listener)


class SeenDisplay(Display):
    """A display that people can see."""

    is_visible = True


def paired(
    clock: Callable[[], float] = time.monotonic, is_display_visible: Callable[[], bool] = lambda: False
) -> Pairing:
    """A box's phones, of which the one with `TOKEN` is paired."""
    tokens = iter((TOKEN,))
    phones = PairedPhones(new_token=lambda: next(tokens, None) or token_urlsafe())
    phones.add("The tests' phone")
    return Pairing(phones, clock, is_display_visible)


def pair_phone(data: Path) -> None:
    """The phone with `TOKEN` is paired with the box of a data folder, which has not been started yet."""
    data.mkdir(exist_ok=True)
    PairedPhones(data / PHONES, new_token=lambda: TOKEN).add("The tests' phone")


class FakeCalibration(Calibration):
    """A camera's pictures, in which no board is looked for."""

    def __init__(self, table: FakeTable) -> None:
        self._table = table

    def picture(self) -> Picture:
        if self._table.view.picture is None:
            raise Refusal(message("field_shape.no_picture"))
        return self._table.view.picture


class AtOnce(Worker):
    """Does what it is given in the thread that asks."""

    def do(self, work: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        return work(*args, **kwargs)


class FakeArchive(GameArchive):
    """Whoever has played, but no games."""

    def __init__(self) -> None:
        self.names = ["Chika", "Player 1", "Dan", "プレイヤー2"]

    def player_names(self) -> list[str]:
        return self.names


class FakeHands(Hands):
    """Photographed hands are eight tiles that are seen well and one that is not, as long as not set."""

    def __init__(self, kept: dict[str, bytes], lessons: Lessons, pictures: KeptPictures, language: BoxLanguage) -> None:
        super().__init__(NO_FOLDER, lessons, AtOnce(), pictures, language)
        self._kept = kept
        self.hand_seen: list[str] | None = [*"444444", "?", *"77"]
        self.others_seen = 0
        self.photo_sizes: list[tuple[int, int]] = []

    @property
    def is_taught(self) -> bool:
        """Whether hands can be photographed."""
        return self.hand_seen is not None

    def read(self, photo: bytes) -> dict[str, Any]:
        """Its `hand_seen` and `others_seen`."""
        picture = decode_picture(photo, "photo")
        self.photo_sizes.append((picture.shape[1], picture.shape[0]))
        self._kept["hand-1"] = jpeg("hand, read")
        return {
            "tiles": self.hand_seen,
            "others": self.others_seen,
            "picture": "hand-1",
            "warnings": [PictureWarning("glare", (1, 2)).said()],
        }


class FakeLessons(Lessons):
    """Lessons in which nothing is recognised, of tiles and cards alike."""

    def __init__(self) -> None:
        super().__init__(NO_FOLDER, AtOnce())
        self.taught_by: list[Sequence[bytes]] = []
        self.accepted = 0

    def store_of(self, pieces: str) -> LessonStore[Any]:
        return self

    def teach(self, photos: Sequence[bytes], faces: Sequence[str]) -> Offer[TaughtFaces]:
        """The last but one face is doubtful as long as there is one photograph only."""
        pictures = [decode_picture(photo, "photo") for photo in photos]
        self.taught_by.append(photos)
        crops = [
            np.asarray(cv2.resize(pictures[0][i * 8 : i * 8 + 88, :64], (64, 88)), np.uint8) for i in range(len(faces))
        ]
        doubtful = faces[-2] if len(photos) == 1 else None
        learned = [
            LearnedFace(face, crop, face != doubtful, (PictureWarning("glare", (1, 2)),) if face == doubtful else ())
            for face, crop in zip(faces, crops, strict=True)
        ]
        return Offer(len(self.taught_by), cast(TaughtFaces, None), learned)

    def view(self, picture: Picture, faces: Sequence[str]) -> LessonView:
        """A bare board."""
        return LessonView(board=True, complete=False)

    def cancel(self) -> None:
        self.progress = None

    def accept(self, number: int) -> None:
        if number != len(self.taught_by):
            raise Refusal(message("table.other_lesson"))
        self.accepted += 1

    def forget(self) -> None:
        raise AssertionError("nothing was taught")


class FakeKeptPictures(KeptPictures):
    """Pictures that are made up."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, bytes] = {"7": jpeg("move 7")}

    def read(self, picture_id: str) -> bytes | None:
        return self.kept.get(picture_id)


class FakeTablePictures(TablePictures):
    """Pictures of the table with the serial of its snapshot on them."""

    def drawn(self) -> bytes | None:
        return jpeg(f"table {self._table.snapshot.serial}")

    def close_up(self) -> bytes | None:
        return jpeg(f"drop {self._table.snapshot.serial}")


class FakeMenu(Menu):
    """A menu of three lines, which the display shows at once."""

    def __init__(self, display: Display, language: BoxLanguage) -> None:
        super().__init__(display, self._show, language)
        self.subjects = (self,)

    def items(self) -> list[Item]:
        """Its lines; the last is for whoever stands at the box."""
        labels = (message("menu.new_game"), message("menu.sound"))
        off = Item(message("menu.shut_down"), self.only_at_box(self.leave))
        return [*(Item(label, self.leave) for label in labels), off]

    def _show(self, page: Page | None) -> None:
        self._display.show(Image.new("1", SIZE) if page is None else page.image)


class FakeBox(BareBox):
    """What the page is given."""

    table: FakeTable

    def __init__(self, table: FakeTable | None = None, language: str = "en") -> None:
        self.later_s = 0.0  # than it is, for codes
        pairing = paired(lambda: time.monotonic() + self.later_s, lambda: self.display.is_visible)
        super().__init__(table or FakeTable(), language, pairing)
        self.display = SeenDisplay()
        self.archive: FakeArchive = FakeArchive()
        self.calibration = FakeCalibration(self.table)
        self.meter = PictureMeter(self.calibration.picture, TappedField(), AtOnce())
        self.kept_pictures: FakeKeptPictures = FakeKeptPictures()
        self.table_pictures = FakeTablePictures(self.table)
        self.lessons: FakeLessons = FakeLessons()
        self.hands: FakeHands = FakeHands(self.kept_pictures.kept, self.lessons, self.kept_pictures, self.language)
        self.prints = SheetPrints(NO_FOLDER, Worker(niceness=0))
        self.menu = FakeMenu(self.display, self.language)
        panel = Panel(self.table, self.display, cast(Announcer, None), self.pairing, language)
        self.buttons = ButtonRouter(
            self.display, panel, self.menu, ButtonTest(), self.pairing, self.table, self.language, None
        )


def jpeg(words: str, size: tuple[int, int] = (640, 480)) -> bytes:
    """A photograph with words on it."""
    picture = Image.new("RGB", size, "#c9d4c0")
    ImageDraw.Draw(picture).text((size[0] // 3, size[1] // 2), words, fill="black", font_size=size[1] // 12)
    return _encoded(picture, "JPEG")


def _encoded(picture: Image.Image, form: str) -> bytes:
    kept = io.BytesIO()
    picture.save(kept, form)
    return kept.getvalue()


TEMPLATES = FileSystemBytecodeCache()  # each app would compile them anew


def app_of(box: Any, names: tuple[str, ...] = ()) -> Flask:
    """The page of a box, which gives up no change because this machine is busy."""
    app = create_app(box.services, names, Waits(answer_s=PATIENCE_S))
    app.jinja_options = {"bytecode_cache": TEMPLATES}
    return app


def carry_phone(app: Flask) -> FlaskClient:
    """A client that is a phone paired with the application's box."""
    client = app.test_client()
    with app.app_context():
        _, token = service(Pairing).phones.add("A client's phone")
    client.set_cookie(PHONE_COOKIE, token, domain="localhost")
    return client


def from_own_page(client: FlaskClient) -> FlaskClient:
    """The client, which from now on sends what a browser sends from our own page, in English."""
    client.environ_base |= {"HTTP_ORIGIN": "http://localhost", "HTTP_ACCEPT_LANGUAGE": "en"}
    return client


def get_json(client: FlaskClient, path: str = "/api/state") -> Any:
    """What the box answers."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json


def refused(client: FlaskClient, path: str, sent: object) -> tuple[int, str]:
    """The status and the code with which something sent is refused; a sentence for people comes with them."""
    answer = client.post(path, json=sent)
    assert answer.json is not None
    assert answer.json["sentence"]
    return answer.status_code, answer.json["code"]

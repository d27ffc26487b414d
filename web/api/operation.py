"""One operation of the API: what it takes and answers stands in its view's own annotations, and nowhere else.

A request reaches the view as an instance of the class that the view names, or is refused with the name of the field
that is wrong; `web.api.openapi` writes the document from the same classes.
"""

import json
import re
from collections.abc import Callable, Iterable
from functools import partial, update_wrapper
from typing import TypedDict, TypeVar, Unpack, get_type_hints

import msgspec
from flask import Response, jsonify, request
from msgspec import Struct

from engines.messages import message
from web.errors import Refused
from web.limits import JSON_BYTES, MOST_PHOTOS
from web.security.guard import FORM

JSON, JPEG, STREAM = "application/json", "image/jpeg", "text/event-stream"
PICTURE, SEARCH = (304, 404), (422, 503)  # how pictures and what has to be worked out may be refused
T = TypeVar("T")
_WRONG = re.compile(r"(?:required field `(\w+)`)?(?: - at `\$(.*)`)?$")


class Operation:
    """A view of the API, and what the document says of it.

    `takes`, `query` and `answers` are classes, or None: of the JSON object or the form that is sent, of what stands
    behind the question mark of the address, and of the JSON that is answered. `kind` is the media type of the answer.
    The guard goes by `is_for_all`, for what changes nothing, and `has_files`.
    """

    def __init__(
        self,
        view: Callable[..., object],
        part: str,
        name: str,
        refusals: Iterable[int] = (),
        kind: str = JSON,
        takes: type[Struct] | None = None,
        files: type[Struct] | None = None,
        answers: type | None = None,
        for_all: bool = False,
        paired_only: bool = False,
    ) -> None:
        types = get_type_hints(view, include_extras=True)
        update_wrapper(self, view)
        self.part, self.name, self.refusals, self.kind = part, name, tuple(refusals), kind
        self.takes, self.has_files = takes or files or types.get("sent"), files is not None
        self.query = types.get("query")
        self.answers = answers or (None if types["return"] is Response else types["return"])
        self.is_for_all, self.paired_only = for_all, paired_only
        self._view, self._wants_sent = view, "sent" in types

    def __call__(self, **given: object) -> Response:
        """Answer a request; `given` are the parts of its path."""
        if self.takes is not None and not self.has_files:
            sent = received(self.takes)
            given |= {"sent": sent} if self._wants_sent else {}
        if self.query is not None:
            given["query"] = _converted(request.args.to_dict(), self.query, strict=False)
        answer = self._view(**given)
        return answer if isinstance(answer, Response) else jsonify(answer)


class _More(TypedDict, total=False):
    kind: str
    takes: type[Struct] | None
    files: type[Struct] | None
    answers: type | None
    for_all: bool
    paired_only: bool


def operation(
    part: str, name: str, *refusals: int, **more: Unpack[_More]
) -> Callable[[Callable[..., object]], Operation]:
    """Make a view an operation of a `part` of the API; `more` is what `Operation` takes.

    The view's parameter `sent` is the JSON object that was sent, `query` what stands behind the question mark of the
    address: the annotations say which classes they are. What it returns is the answer. `takes` and `answers` give a
    class that no annotation can; `files` is the class of a form with files.

    @changing.post("/strike")
    @operation("table", "strike")
    def strike(sent: Struck) -> Done: ...
    """
    return partial(Operation, part=part, name=name, refusals=refusals, **more)


def received(kind: type[T]) -> T:
    """The JSON object that was sent; raises `Refused` for anything else."""
    if not request.is_json:
        raise Refused(message("web.error.not_json"), 415)
    request.max_content_length = JSON_BYTES
    try:
        data = request.get_json()
        # JSON can name half a character, which nothing can show.
        json.dumps(data, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError) as error:  # lists in lists in lists: thousands fit into a small text
        raise Refused(message("web.error.not_understood")) from error
    return _converted(data, kind)


def _converted(data: object, kind: type[T], strict: bool = True) -> T:
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise _refused(str(error), kind) from error


def _refused(error: str, kind: type) -> Refused:
    """What is wrong with a request, by the name of its field.

    Where the class has `WRONG_ITEMS`, it says by field what is said, and with which status, of an item in a list.

    >>> _refused("Expected `int`, got `str` - at `$.hand.player`", Struct).said.facts
    (('field', 'player'),)
    """
    found = _WRONG.search(error)
    missing, path = found.groups() if found else (None, None)
    names = re.findall(r"\.(\w+)", path or "")
    field = missing or (names[-1] if names else "")
    if not field:
        return Refused(message("web.error.not_understood"))
    of_items = getattr(kind, "WRONG_ITEMS", {}) if not missing and str(path).endswith("]") else {}
    return Refused(*of_items.get(field, (message("web.error.bad_field", field=field),)))


def sent_photos() -> list[bytes]:
    """The photographs of a form, in order; raises `Refused` when there are none or too many."""
    if request.mimetype != FORM:
        raise Refused(message("web.error.not_multipart"), 415)
    photos = [sent.read() for sent in request.files.getlist("photo")[: MOST_PHOTOS + 1]]
    if not photos:
        raise Refused(message("web.error.no_photo"))
    if len(photos) > MOST_PHOTOS:
        raise Refused(message("web.error.too_many_photos", most=MOST_PHOTOS))
    return photos

"""An operation of the API: the view's signature alone defines what it takes and answers.

The fields of a request become the view's keyword-only parameters; a wrong request is refused with the name of the
field. `web.api.openapi` writes the document from the same annotations.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial, update_wrapper
from typing import Any, TypedDict, TypeVar, Unpack, get_type_hints

import msgspec
from flask import Response, request
from msgspec import Meta, Struct, defstruct

from engines.messages import Message, message
from web.api.fields import Nothing
from web.errors import Refused
from web.limits import MAX_JSON_BYTES, MAX_PHOTOS
from web.security.guard import FORM

JSON, JPEG, STREAM = "application/json", "image/jpeg", "text/event-stream"
PICTURE, SEARCH = (304, 404), (422, 503)  # refusals of pictures, and of whatever must be computed
REQUEST = "Request"  # suffix of the schema names of request bodies
_OF_ITEMS = "items"  # key in the `extra` of a field's `Meta`
T = TypeVar("T")
_FIELD_IN_ERROR = re.compile(r"(?:required field `(\w+)`)?(?: - at `\$(.*)`)?$")


class Operation:
    """A view of the API, with its description for the document.

    `answers` is the class of the JSON answer, or None; `kind` is the media type of the answer. The guard reads
    `is_for_all`, which is for views that change nothing, and `has_files`.
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
        fields = _fields_of(view, types)
        self._fields = defstruct(request_name(name), fields, kw_only=True) if fields else None
        self._sent, self._files, self.has_files = takes or types.get("sent"), files, files is not None
        self._query = types.get("query")
        self.answers = answers or (None if types["return"] is Response else types["return"])
        self.is_for_all, self.paired_only = for_all, paired_only
        self._view = view

    def takes(self, method: str) -> type[Struct] | None:
        """The class of the form or JSON body of a request with this method; None if it has neither."""
        return None if method == "GET" else self._files or self._sent or self._fields or Nothing

    def query(self, method: str) -> type[Struct] | None:
        """The class of the query string; None if there is none."""
        return self._query or (self._fields if method == "GET" else None)

    def __call__(self, **arguments: object) -> Response:
        """Answer the current request; `arguments` are the variables of its path, to which its fields are added."""
        method = "GET" if request.method == "HEAD" else request.method
        body, query = self.takes(method), self.query(method)
        asked = None if query is None else _converted(request.args.to_dict(), query, strict=False)
        sent = None if body is None or self.has_files else received(body)
        if self._query is not None:
            arguments["query"] = asked
        if self._sent is not None:
            arguments["sent"] = sent
        if self._fields is not None:
            fields = asked if method == "GET" else sent
            arguments |= {name: getattr(fields, name) for name in self._fields.__struct_fields__}
        answer = self._view(**arguments)
        return answer if isinstance(answer, Response) else as_json(answer)


class _OperationOptions(TypedDict, total=False):
    kind: str
    takes: type[Struct] | None
    files: type[Struct] | None
    answers: type | None
    for_all: bool
    paired_only: bool


def operation(
    part: str, name: str, *refusals: int, **options: Unpack[_OperationOptions]
) -> Callable[[Callable[..., object]], Operation]:
    """Make a view an operation of a `part` of the API; `options` are those of `Operation`.

    The view's keyword-only parameters are the fields of the JSON body, or with GET of the query string. To take a whole
    class, the view has a parameter `sent` for the body or `query` for the query string. It returns the answer. `takes`
    and `answers` give a class that no annotation can express; `files` is the class of a form with files.

    @changing.post("/strike")
    @operation("table", "strike")
    def strike(*, entry: Ordinal, known: Known = None) -> Done: ...
    """
    return partial(Operation, part=part, name=name, refusals=refusals, **options)


def request_name(operation: str) -> str:
    """The schema name of an operation's request body.

    >>> request_name("set_field")
    'SetFieldRequest'
    """
    return "".join(map(str.capitalize, operation.split("_"))) + REQUEST


def _fields_of(view: Callable[..., object], types: Mapping[str, object]) -> list[Any]:
    """The keyword-only parameters of a view as fields for `defstruct`: name, type, and default where it has one."""
    parameters = inspect.signature(view).parameters.values()
    return [
        (field.name, types[field.name]) + (() if field.default is field.empty else (field.default,))
        for field in parameters
        if field.kind is field.KEYWORD_ONLY
    ]


def as_json(answer: object) -> Response:
    """Encode an answer of the API."""
    return Response(msgspec.json.encode(answer, order="sorted") + b"\n", mimetype=JSON)


def received(kind: type[T]) -> T:
    """The JSON body of the current request, converted to `kind`; raises `Refused` if it does not fit."""
    if not request.is_json:
        raise Refused(message("web.error.not_json"), 415)
    request.max_content_length = MAX_JSON_BYTES
    try:
        data = request.get_json()
        # JSON can escape lone surrogates, which cannot be encoded.
        json.dumps(data, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError) as error:  # thousands of nested lists fit into a small body
        raise Refused(message("web.error.not_understood")) from error
    return _converted(data, kind)


def _converted(data: object, kind: type[T], strict: bool = True) -> T:
    try:
        return msgspec.convert(data, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise _refused(str(error), kind) from error


def _refused(error: str, kind: type) -> Refused:
    """Turn a validation error into a refusal that names the field.

    For an item of a list, the refusal is that of the field's `items_refused`, if any.

    >>> _refused("Expected `int`, got `str` - at `$.hand.player`", Struct).said.facts
    (('field', 'player'),)
    """
    found = _FIELD_IN_ERROR.search(error)
    missing, path = found.groups() if found else (None, None)
    names = re.findall(r"\.(\w+)", path or "")
    field = missing or (names[-1] if names else "")
    if not field:
        return Refused(message("web.error.not_understood"))
    if not missing and str(path).endswith("]"):
        for of_field in getattr(get_type_hints(kind, include_extras=True).get(field), "__metadata__", ()):
            if of_field.extra is not None:
                return Refused(*of_field.extra[_OF_ITEMS])
    return Refused(message("web.error.bad_field", field=field))


def items_refused(said: Message, status: int) -> Meta:
    """Set the message and status of the refusal of a list for a wrong item."""
    return Meta(extra={_OF_ITEMS: (said, status)})


def sent_photos() -> list[bytes]:
    """The photographs of a form, in order; raises `Refused` when there are none or too many."""
    if request.mimetype != FORM:
        raise Refused(message("web.error.not_multipart"), 415)
    photos = [sent.read() for sent in request.files.getlist("photo")[: MAX_PHOTOS + 1]]
    if not photos:
        raise Refused(message("web.error.no_photo"))
    if len(photos) > MAX_PHOTOS:
        raise Refused(message("web.error.too_many_photos", most=MAX_PHOTOS))
    return photos

"""Error responses: JSON `{"code", "sentence"}` for the API, an HTML page otherwise."""

import logging

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from device.system.child import Busy
from device.texts import say_refusal
from engines.messages import Message, Refusal, message
from web.languages import request_language
from web.limits import MAX_UPLOAD_BYTES

_log = logging.getLogger(__name__)
_TEXTS = {404: "not_found", 405: "not_allowed", 413: "too_big"}  # keys of sentences, by status


class Refused(Refusal):
    """A refused request, with its HTTP status.

    `code` identifies the error to scripts, by default the message's key; `wait_s` is sent as `Retry-After`, in seconds.
    """

    def __init__(self, said: Message, status: int = 400, code: str = "", wait_s: int = 0) -> None:
        super().__init__(said)
        self.status, self.code, self.wait_s = status, code or said.key, wait_s


def register_errors(app: Flask, texts: str = "web.error") -> None:
    """Register handlers that answer every error of `app` with a sentence; `texts` is what their keys begin with."""
    app.config["ERROR_TEXTS"] = texts
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(TimeoutError, timed_out)
    app.register_error_handler(Exception, _failed)


def _refused(error: Refusal) -> Response:
    if not isinstance(error, Refused):
        return _answer(error.said, 503 if isinstance(error, Busy) else 422, because=error.because)
    response = _answer(error.said, error.status, error.code)
    if error.wait_s:
        response.headers["Retry-After"] = str(error.wait_s)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    usual = "not_understood" if status < 500 else "failed"
    response = _answer(_said(_TEXTS.get(status, usual)), status)
    # Headers that HTTP requires, such as Allow with 405; the content type is our own.
    response.headers.extend([(name, value) for name, value in error.get_headers() if name != "Content-Type"])
    return response


def timed_out(error: Exception) -> Response:
    """Answer 503: what the page needs, such as the table, has not answered in time; it may still do so."""
    _log.warning("%s %s was not answered in time", request.method, request.path, exc_info=error)
    return _answer(_said("no_answer"), 503)


def _failed(error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.path, exc_info=error)
    return _answer(_said("failed"), 500)


def _said(text: str) -> Message:
    """The sentence of an error, in the words of the current application."""
    return message(f"{current_app.config['ERROR_TEXTS']}.{text}", megabytes=MAX_UPLOAD_BYTES // 1024**2)


def _answer(said: Message, status: int, code: str = "", because: Message | None = None) -> Response:
    sentence = say_refusal(Refusal(said, because), request_language())
    if request.path.startswith("/api/"):
        response = jsonify(code=code or said.key, sentence=sentence)
    else:
        response = make_response(render_template("trouble.html", sentence=sentence))
    response.status_code = status
    return response

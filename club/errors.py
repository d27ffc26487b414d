"""Error responses of the club's pages: a page with a sentence."""

import logging

from flask import Flask, Response, make_response, render_template, request
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from werkzeug.exceptions import HTTPException

from device.texts import say_refusal
from engines.messages import Refusal, message
from web.errors import Refused
from web.languages import request_language

_log = logging.getLogger(__name__)
_MESSAGES = {404: message("club.error.not_found"), 413: message("club.error.too_big")}
_NOT_UNDERSTOOD = message("club.error.not_understood")
_NO_DATABASE = message("club.error.no_database")
_FAILED = message("club.error.failed")


def register_errors(app: Flask) -> None:
    """Register handlers that answer every error of `app` with a sentence; 503 while the database is away."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    for away in (OperationalError, InterfaceError, PoolTimeout):
        app.register_error_handler(away, _no_database)
    app.register_error_handler(Exception, _failed)


def _refused(error: Refusal) -> Response:
    # What a page is asked for and cannot show is not there; what a form asks for cannot be done.
    usual = 404 if request.method == "GET" else 422
    response = _page(error, error.status if isinstance(error, Refused) else usual)
    if isinstance(error, Refused) and error.wait_s:
        response.headers["Retry-After"] = str(error.wait_s)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    said = _MESSAGES.get(status, _NOT_UNDERSTOOD if status < 500 else _FAILED)
    response = _page(Refusal(said), status)
    # Headers that HTTP requires, such as Allow with 405; the content type is our own.
    response.headers.extend([(name, value) for name, value in error.get_headers() if name != "Content-Type"])
    return response


def _no_database(error: Exception) -> Response:
    _log.warning("%s %s: the database is away: %s", request.method, request.path, error)
    return _page(Refusal(_NO_DATABASE), 503)


def _failed(error: Exception) -> Response:
    _log.error("%s %s failed", request.method, request.path, exc_info=error)
    return _page(Refusal(_FAILED), 500)


def _page(refusal: Refusal, status: int) -> Response:
    sentence = say_refusal(refusal, request_language())
    response = make_response(render_template("trouble.html", sentence=sentence))
    response.status_code = status
    return response

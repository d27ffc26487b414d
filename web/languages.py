"""The language of a request: from its address, its cookie, the browser's preference, or the box's own."""

from urllib.parse import urlencode

from flask import Request, Response, g, request

from device.config.language import BoxLanguage
from device.texts import LANGUAGES, grammar, say
from engines.messages import Fact, message
from web.services import service

COOKIE = "language"
_YEAR_SECONDS = 365 * 24 * 3600


def language_of(asked: Request, own: str) -> str:
    """Choose the language of a request: `?language=`, then the cookie, then the browser's preference, then `own`."""
    for choice in (asked.args.get("language"), asked.cookies.get(COOKIE)):
        if choice in LANGUAGES:
            return choice
    return asked.accept_languages.best_match(LANGUAGES, own) or own


def request_language() -> str:
    """The language of the current request."""
    if "language" not in g:
        g.language = language_of(request, service(BoxLanguage).code)
    return str(g.language)


def text(key: str, **facts: Fact) -> str:
    """A text of the catalogue in the language of the current request."""
    return say(message(key, **facts), request_language())


def address_in(language: str) -> str:
    """The query string that shows the current page in another language."""
    return "?" + urlencode({**request.args, "language": language})


def page_texts() -> dict[str, object]:
    """What templates use to say their texts, and to offer other languages."""
    return {
        "text": text,
        "request_language": request_language,
        "languages": LANGUAGES,
        "address_in": address_in,
        "own_name": lambda language: grammar(language).own_name,
    }


def remember_language(response: Response) -> Response:
    """Store a language chosen by a page's address in a cookie, and declare the response's language."""
    if request.args.get("language") in LANGUAGES and response.mimetype == "text/html":
        response.set_cookie(COOKIE, request_language(), max_age=_YEAR_SECONDS, samesite="Lax", httponly=True)
    response.headers.setdefault("Content-Language", request_language())
    response.vary.update(("Accept-Language", "Cookie"))
    return response

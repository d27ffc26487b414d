"""Which language a phone is spoken to in: asked for in the address, remembered, preferred, or the box's own."""

from flask import Request, Response, g, request

from device.config.language import BoxLanguage
from device.texts import LANGUAGES, say
from engines.messages import Fact, message
from web.services import service

COOKIE = "language"
_YEAR_SECONDS = 365 * 24 * 3600


def language_of(asked: Request, own: str) -> str:
    """The language of a request: `?language=`, then the cookie, then what the browser prefers, then `own`."""
    for wish in (asked.args.get("language"), asked.cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return wish
    return asked.accept_languages.best_match(LANGUAGES, own) or own


def spoken() -> str:
    """The language of the request that is being answered."""
    if "language" not in g:
        g.language = language_of(request, service(BoxLanguage).code)
    return str(g.language)


def text(key: str, **facts: Fact) -> str:
    """A sentence of the catalogue in the language of the request, for the templates."""
    return say(message(key, **facts), spoken())


def remember_language(response: Response) -> Response:
    """Keep on the phone a language that was chosen in the address of a page."""
    if request.args.get("language") in LANGUAGES and response.mimetype == "text/html":
        response.set_cookie(COOKIE, spoken(), max_age=_YEAR_SECONDS, samesite="Lax", httponly=True)
    response.headers.setdefault("Content-Language", spoken())
    response.vary.update(("Accept-Language", "Cookie"))
    return response

"""The headers of a response that restrict what browsers may do with it."""

from flask import Response

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}


def policy(**changes: str) -> str:
    """The usual Content-Security-Policy with other values of some directives.

    >>> policy(form_action="'self'").split("; ")[-2:]
    ["form-action 'self'", "frame-ancestors 'none'"]
    """
    changed = {directive.replace("_", "-"): value for directive, value in changes.items()}
    return "; ".join(f"{directive} {value}" for directive, value in (_POLICY | changed).items())


def restrict(response: Response, content_policy: str) -> Response:
    """Restrict what browsers may do with the response; the view may have set its own policy, or allowed caching."""
    response.headers.setdefault("Content-Security-Policy", content_policy)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    response.headers.setdefault("Cache-Control", "no-store")
    return response

"""The text of an error, made fit for a sentence."""


def error_text(fault: BaseException) -> str:
    r"""The fault's own words on one line, or its kind where it has none.

    >>> error_text(OSError("Remote\n  I/O error")), error_text(KeyError())
    ('Remote I/O error', 'KeyError')
    """
    return " ".join(str(fault).split()) or type(fault).__name__


def os_error_text(error: OSError) -> str:
    """What the system says of its error, without its number and the file, which the sentence names itself.

    >>> os_error_text(OSError(28, "No space left on device", "games.db")), os_error_text(OSError("no camera"))
    ('No space left on device', 'no camera')
    """
    return error.strerror or str(error)

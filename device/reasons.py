"""What a library says of its fault, made fit for a sentence."""


def reason_of(fault: BaseException) -> str:
    r"""The fault's own words on one line, or its kind where it has none.

    >>> reason_of(OSError("Remote\n  I/O error")), reason_of(KeyError())
    ('Remote I/O error', 'KeyError')
    """
    return " ".join(str(fault).split()) or type(fault).__name__


def os_reason(error: OSError) -> str:
    """What the system says of its fault, without its number and the file, which the sentence names itself.

    >>> os_reason(OSError(28, "No space left on device", "games.db")), os_reason(OSError("no camera"))
    ('No space left on device', 'no camera')
    """
    return error.strerror or str(error)

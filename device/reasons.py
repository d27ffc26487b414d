"""What a library says of its fault, made fit for a sentence."""


def reason_of(fault: BaseException) -> str:
    r"""The fault's own words on one line, or its kind where it has none.

    >>> reason_of(OSError("Remote\n  I/O error")), reason_of(KeyError())
    ('Remote I/O error', 'KeyError')
    """
    return " ".join(str(fault).split()) or type(fault).__name__

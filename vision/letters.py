"""One thread writes all letters on pictures.

OpenCV 5 loads its fonts, 6 MB, for each thread that ever writes or measures a letter, and keeps them. The page has some
250 threads.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

_WRITER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="letters")


def written(write: Callable[Asked, Answer], *args: Asked.args, **more: Asked.kwargs) -> Answer:
    """The result of a function that writes letters; raises what it raises."""
    return _WRITER.submit(write, *args, **more).result()

"""Letters on pictures are written by one thread for all.

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
    """What a function that writes letters gives, or raises."""
    return _WRITER.submit(write, *args, **more).result()

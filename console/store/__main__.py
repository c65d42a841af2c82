"""The store's own process, seen from within (``console.store.process``): work in, answers out.

Work and answers are pickled, one after the other on standard input and output. It ends when its
input does, after what it was given by then: signals are for the table (``start_apart``).
"""

from __future__ import annotations

import os
import pickle
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO, Final

AT_ONCE: Final = 8  # the log, what the loop waits for, a request, the look through: four


def main() -> None:
    """Serve until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    said = os.open(os.devnull, os.O_WRONLY) if sys.stderr is None else sys.stderr.fileno()
    os.dup2(said, sys.stdout.fileno())  # whatever is printed is no answer
    serve(sys.stdin.buffer, answers)


def serve(work: BinaryIO, answers: BinaryIO) -> None:
    """Do what comes, all of it at the same time."""
    lock = threading.Lock()

    def do(number: int, task: bytes) -> None:
        answer = _answer(number, task)
        with lock:
            answers.write(answer)
            answers.flush()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        while True:
            try:
                number, task = pickle.load(work)
            except (EOFError, pickle.UnpicklingError):  # the table has ended, or died in a word
                break
            threads.submit(do, number, task)


def _answer(number: int, task: bytes) -> bytes:
    """Which work it was, whether it ended well, and with what."""
    try:
        return pickle.dumps((number, True, pickle.loads(task)()), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((number, False, error), pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    main()

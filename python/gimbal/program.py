"""The program gimbal: where it is, and how it is started."""
import os
import shutil
import subprocess
from typing import List, Optional

# The exit statuses that are verdicts: confirmed, refuted, undecided.
VERDICTS = (0, 1, 4)


class GimbalError(Exception):
    """The program refused its input, or the run broke. The text is the program's own message;
    `status` is its exit status."""

    def __init__(self, message: str, status: int):
        super().__init__(message)
        self.status = status


def program() -> str:
    """The path of the program: GIMBAL_PROGRAM, else `gimbal` in PATH, else build/gimbal of the source
    tree. Raises FileNotFoundError if it is in none of these places."""
    tree = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "build", "gimbal")
    for path in (os.environ.get("GIMBAL_PROGRAM"), shutil.which("gimbal"), tree):
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    raise FileNotFoundError("the program gimbal is neither in PATH nor named by GIMBAL_PROGRAM; "
                            "build it with `make` in gimbal's source tree")


def start(words: List[str], text: Optional[str] = None,
          environment: Optional[dict] = None) -> subprocess.CompletedProcess:
    """Runs the program with these words and this standard input. Raises GimbalError where the exit
    status is no verdict."""
    ended = subprocess.run([program()] + words, input=text, text=True, encoding="utf-8",
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                           env={**os.environ, **(environment or {})})
    if ended.returncode not in VERDICTS:
        lines = [line for line in ended.stderr.splitlines() if line]
        raise GimbalError(lines[-1] if lines else f"exit status {ended.returncode}",
                          ended.returncode)
    return ended

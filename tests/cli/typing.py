"""A program in a terminal of its own, into which a test types."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

PROGRAM = "from encanta_cli.main import run; run()"
PROMPT = re.compile(r"(> |enter )$")
_PAINT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 20.0


class Terminal:
    """Runs the program in a terminal, with an 100 columns wide window, until it is told to end."""

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "50"}
        self._process, self._end = pty.fork()
        if self._process == 0:
            os.chdir(folder)
            os.execve(sys.executable, [sys.executable, "-c", PROGRAM, *arguments], environment)
        self.raw = ""

    @property
    def shown(self) -> str:
        """Everything that was shown, without colours."""
        return _PAINT.sub("", self.raw).replace("\r\n", "\n")

    def wait(self, pattern: re.Pattern[str] = PROMPT) -> str:
        """Wait for a prompt (or whatever matches at the end); gives what was shown since the last time."""
        begin = len(self.raw)
        deadline = time.monotonic() + PATIENCE
        while not pattern.search(_PAINT.sub("", self.raw[begin:])):
            assert time.monotonic() < deadline, f"no prompt, only: {self.raw[begin:]!r}"
            if not self._read():
                break
        return _PAINT.sub("", self.raw[begin:]).replace("\r\n", "\n")

    def type(self, line: str) -> str:
        """Type a line, and wait for the next prompt or the end; gives what was shown."""
        os.write(self._end, line.encode() + b"\n")
        return self.wait()

    def press(self, key: bytes) -> None:
        """Press keys, as late after the prompt as no person could be earlier, without waiting for what they do."""
        time.sleep(0.3)
        os.write(self._end, key)

    def close(self) -> int:
        """Read to the end; gives the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read():
            if time.monotonic() > deadline:
                os.kill(self._process, signal.SIGKILL)
        _, status = os.waitpid(self._process, 0)
        os.close(self._end)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        """Read what there is within a moment; False at the end."""
        ready, _, _ = select.select([self._end], [], [], 0.2)
        if not ready:
            return True
        try:
            data = os.read(self._end, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

"""How the program starts and ends: exit codes, usage errors, faults of its own, Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest

import encanta
import encanta_cli.commands.list as list_module
from encanta_cli.group import COMMANDS

from .conftest import Run


def stop_with(problem: BaseException) -> Callable[[], None]:
    """A command that does nothing but end with an exception."""

    def command() -> None:
        raise problem

    return command


def test_help_names_every_command_with_its_line(run: Run) -> None:
    ended = run("--help")
    assert ended.code == 0
    for name in ("list", "explain"):
        assert re.search(rf"^  {name} +{re.escape(COMMANDS[name][:30])}", ended.out, re.MULTILINE)


def test_commands_keep_their_order(run: Run) -> None:
    names = re.findall(r"^  (\w+)  ", run("--help").out.partition("Commands:")[2], re.MULTILINE)
    assert names == [name for name in COMMANDS if name in names]
    assert {"list", "explain"} <= set(names)


def test_every_command_module_is_in_the_list() -> None:
    folder = Path(list_module.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} <= set(COMMANDS)


@pytest.mark.parametrize("name", ["list", "explain"])
def test_every_command_has_help(run: Run, name: str) -> None:
    ended = run(name, "-h")
    assert ended.code == 0
    assert f"Usage: encanta {name}" in ended.out


def test_version(run: Run) -> None:
    assert run("--version").out == f"encanta {encanta.__version__}\n"


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    ended = run()
    assert ended.code == 2
    assert "Commands:" in ended.out + ended.err


def test_an_unknown_command_gets_a_near_name(run: Run) -> None:
    ended = run("lsit")
    assert ended.code == 2
    assert ended.err == "error: there is no command `lsit`\nhelp: did you mean `list`?\n"


def test_an_unknown_option_is_a_usage_error(run: Run) -> None:
    ended = run("list", "--jsn")
    assert ended.code == 2
    assert "--jsn" in ended.err
    assert "Traceback" not in ended.err


def test_a_fault_of_the_program_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_module, "command", stop_with(LookupError("no such thing\nsecond line")))
    ended = run("list")
    assert ended.code == 3
    assert ended.err.startswith("error: Encanta itself went wrong (LookupError: no such thing)\n")
    assert "Traceback" not in ended.err
    report = Path(ended.err.split()[-1])
    text = report.read_text()
    report.unlink()
    assert "arguments ['list']" in text
    assert "Traceback" in text
    assert "second line" in text


def test_a_fault_is_shown_where_no_report_can_be_written(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(list_module, "command", stop_with(LookupError("no such thing")))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
    ended = run("list")
    assert ended.code == 3
    assert "Traceback" in ended.err


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), EOFError()])
def test_ctrl_c_and_the_end_of_input_are_quiet(
    run: Run, monkeypatch: pytest.MonkeyPatch, problem: BaseException
) -> None:
    monkeypatch.setattr(list_module, "command", stop_with(problem))
    ended = run("list")
    assert (ended.code, ended.out, ended.err) == (130, "", "")


def test_a_reader_that_goes_away_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        command = [sys.executable, "-c", "from encanta_cli.main import run; run()", "list"]
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 141
    assert done.stderr == ""


def test_a_start_loads_only_what_it_needs() -> None:
    code = "import sys; from encanta_cli.main import main; main(['--help']); print('|', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.partition("|")[2].split())
    assert "typer" in loaded
    assert loaded & {"rich", "yaml", "lark", "pydantic", "encanta_cli.commands.list"} == set()


def test_a_real_ctrl_c_is_quiet() -> None:
    code = (
        "import time, encanta_cli.commands.list as chosen\n"
        "def command() -> None:\n    print('busy', flush=True)\n    time.sleep(60)\n"
        "chosen.command = command\n"
        "from encanta_cli.main import run\nrun()\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, "list"], stdout=PIPE, stderr=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "busy\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr.read() == ""

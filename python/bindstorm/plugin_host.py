# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Allocator classes of a Python file: found, described, made, and served to the simulator.

The program carries this file and starts it as `python3 -c` with the path of a plug-in, whose source
comes by standard input; the two talk over file descriptor 3, a socket that keeps messages apart
(plugins/python-process.h has the other end). The package uses the first half of it in process. Only
the standard library is imported.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import struct
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any

#: Units of work, in the order of the simulator's counters.
WORK = ("rng_draws", "steps", "probes", "chain_scans", "node_visits", "locks", "bitmap_words")

_ENDED = "the view and the draws of a choice are valid while choose() runs, and not afterwards"
_SOCKET = 3
_LARGEST = 1 << 18


def load_classes(path: str, source: bytes) -> list[type]:
    """Execute a plug-in and return its allocators: classes with `choose` and a `name`."""
    # Compiled here and now: a cached .pyc may be of another content.
    code = compile(source, path, "exec")
    name = os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122
    module = types.ModuleType(f"bindstorm_plugin_{name}")
    module.__file__ = path
    sys.modules[module.__name__] = module
    exec(code, module.__dict__)
    own = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    choosing = [value for value in own if callable(getattr(value, "choose", None))]
    found = [value for value in choosing if isinstance(getattr(value, "name", None), str)]
    if not found:
        unnamed = f"; {choosing[0].__name__} has no name" if choosing else ""
        raise ValueError(
            "there is no allocator in it: a class with an attribute `name` and a method "
            f"choose(self, view, draws){unnamed}"
        )
    return found


def describe(allocator: Any, fallback: str = "") -> dict[str, Any]:
    """Return what the registry is to know of an allocator, a class or an object."""
    name = getattr(allocator, "name", fallback)
    document = getattr(allocator, "__doc__", None) or ""
    about = {
        "name": name,
        "summary": getattr(allocator, "summary", document.strip().split("\n")[0]),
        "source": getattr(allocator, "source", ""),
        "lock": getattr(allocator, "lock", "table"),
    }
    for key, value in about.items():
        if not isinstance(value, str):
            raise TypeError(f"attribute {key} of {name} is {value!r}, must be a str")
    if about["lock"] not in ("table", "chain"):
        raise ValueError(f"attribute lock of {name} is {about['lock']!r}, not 'table' or 'chain'")
    chains = getattr(allocator, "default_chains", 128)
    if not isinstance(chains, int) or not 1 <= chains <= 65536:
        raise ValueError(f"attribute default_chains of {name} is {chains!r}, not 1 to 65536")
    parameters = getattr(allocator, "parameters", {})
    if not isinstance(parameters, dict):
        raise TypeError(f"attribute parameters of {name} must be a dict of names and defaults")
    return {
        **about,
        "chains": chains,
        "uses_free_set": bool(getattr(allocator, "uses_free_set", False)),
        "parameters": [_describe_parameter(name, *item) for item in parameters.items()],
    }


def make(allocator: type, texts: dict[str, str]) -> Any:
    """Make an allocator; its constructor gets every parameter by name, of its default's type."""
    values = {}
    for key, default in getattr(allocator, "parameters", {}).items():
        choices = isinstance(default, (tuple, list))
        text = texts.get(key, default[0] if choices else default)
        values[key] = text if choices else type(default)(text)
    return allocator(**values)


def check_port(name: str, port: object) -> int:
    """Return what choose() returned as a number, -1 for None."""
    if port is None:
        return -1
    if isinstance(port, bool) or not hasattr(port, "__index__"):
        raise TypeError(f"choose() of {name} returned {port!r}, must be a port or None")
    number = operator.index(port)
    if not 0 <= number <= 65535:
        raise ValueError(f"choose() of {name} returned {number}, no port: 0 to 65535, or None")
    return number


def explain(error: BaseException, path: str) -> str:
    """Return one line: where in the plug-in, and what."""
    lines = traceback.format_exception_only(type(error), error)
    what = lines[-1].strip()
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: {what}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == path]
    return f"{path}:{own[-1].lineno}: {what}" if own else f"{path}: {what}"


def _describe_parameter(owner: str, name: str, default: object) -> dict[str, Any]:
    choices: list[str] = []
    if isinstance(default, (tuple, list)):
        choices = list(default)
        default = choices[0] if choices else None
        if not all(isinstance(choice, str) for choice in choices):
            default = None
    if isinstance(default, bool) or not isinstance(default, (str, int, float)):
        raise TypeError(
            f"parameter {name} of {owner}: a default of type str, int or float is expected, or a "
            "tuple of str to choose from"
        )
    text = str(default)
    about = f"Default {text}." if text else ""
    return {"name": name, "default": text, "choices": choices, "help": about}


class _Channel:
    """Asks the simulator, while it waits for a choice."""

    _question = struct.Struct("=cII")
    _number = struct.Struct("=I")

    def __init__(self) -> None:
        self.is_open = False

    def ask(self, what: bytes, first: int = 0, second: int = 0) -> int:
        if not self.is_open:
            raise RuntimeError(_ENDED)
        os.write(_SOCKET, self._question.pack(what, first, second))
        number: int = self._number.unpack(os.read(_SOCKET, 4))[0]
        return number

    def ask_bits(self, what: bytes, first: int) -> int:
        if not self.is_open:
            raise RuntimeError(_ENDED)
        os.write(_SOCKET, self._question.pack(what, first, 0))
        return int.from_bytes(os.read(_SOCKET, _LARGEST), "little")


def _port(value: Any) -> int:
    return _within("a port", value, 0, 65535)


def _within(what: str, value: Any, low: int, high: int) -> int:
    number = operator.index(value)
    if not low <= number <= high:
        raise ValueError(f"{what} must be {low} to {high}, not {number}")
    return number


class _View:
    """What `bindstorm.View` describes, answered by the simulator."""

    def __init__(self, channel: _Channel) -> None:
        self._channel = channel
        self._ask = channel.ask
        self._reserved = 0
        self._work = [0] * len(WORK)
        self.low = self.high = self.size = self.chains = 0

    def is_eligible(self, port: int) -> bool:
        if not self._channel.is_open:
            raise RuntimeError(_ENDED)
        number = operator.index(port)
        return self.low <= number <= self.high and not self._reserved >> number & 1

    def is_free(self, port: int) -> bool:
        return self._ask(b"f", _port(port)) != 0

    def count_free(self) -> int:
        return self._ask(b"c")

    def select_free(self, rank: int) -> int:
        port = self._ask(b"s", _within("a rank", rank, 0, 65535))
        if port == 0:
            raise IndexError(f"there is no free port of rank {rank}")
        return port

    def chain_length(self, port: int, limit: int = 65536) -> int:
        return self._ask(b"l", _port(port), _within("a limit", limit, 0, 2**32 - 1))

    def is_present(self, port: int) -> bool:
        return self._ask(b"p", _port(port)) != 0

    def busy_slots(self, port: int) -> int:
        return self._channel.ask_bits(b"m", _port(port))

    def add_work(self, **work: int) -> None:
        if not self._channel.is_open:
            raise RuntimeError(_ENDED)
        for unit, count in work.items():
            if unit not in WORK:
                raise TypeError(f"{unit!r} is no unit of work; known: {', '.join(WORK)}")
            self._work[WORK.index(unit)] += _within(unit, count, 0, 2**62)


class _Draws:
    """What `bindstorm.Draws` describes, answered by the simulator."""

    def __init__(self, channel: _Channel) -> None:
        self._ask = channel.ask

    def draw(self) -> int:
        return self._ask(b"d")

    def below(self, bound: int) -> int:
        return self._ask(b"b", _within("a bound", bound, 1, 2**32 - 1))


class _Made:
    """An allocator of one host."""

    def __init__(self, name: str, choose: Callable[..., object]) -> None:
        self.name = name
        self.choose = choose
        self.reserved = 0  # a bit a port


class _Server:
    """Answers what the simulator asks for, until it is gone."""

    _choice = struct.Struct("=cIHHI?")
    _answer = struct.Struct(f"=ci{len(WORK)}Q")

    def __init__(self, classes: list[type]) -> None:
        self._classes = {describe(found)["name"]: found for found in classes}
        self._made: dict[int, _Made] = {}
        self._channel = _Channel()
        self._view = _View(self._channel)
        self._draws = _Draws(self._channel)

    def answer(self, message: bytes) -> bytes | None:
        kind = message[:1]
        if kind == b"P":
            return self._choose(message)
        wanted = json.loads(message[1:])
        if kind == b"D":
            del self._made[wanted["instance"]]
            return None
        made = make(self._classes[wanted["name"]], wanted["parameters"])
        self._made[wanted["instance"]] = _Made(wanted["name"], made.choose)
        return b"N"

    def _choose(self, message: bytes) -> bytes:
        view = self._view
        _, instance, view.low, view.high, view.chains, is_new = self._choice.unpack_from(message)
        view.size = view.high - view.low + 1
        made = self._made[instance]
        if is_new:
            made.reserved = int.from_bytes(message[self._choice.size :], "little")
        view._reserved = made.reserved
        self._channel.is_open = True
        try:
            port = check_port(made.name, made.choose(view, self._draws))
        finally:
            self._channel.is_open = False
        answer = self._answer.pack(b"R", port, *view._work)
        view._work = [0] * len(WORK)
        return answer


def _main() -> None:
    path = sys.argv[1]
    sys.dont_write_bytecode = True
    sys.path[0] = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    try:
        classes = load_classes(path, sys.stdin.buffer.read())
        server = _Server(classes)
        os.write(_SOCKET, b"C" + json.dumps([describe(found) for found in classes]).encode())
        while message := os.read(_SOCKET, _LARGEST):
            answer = server.answer(message)
            if answer is not None:
                os.write(_SOCKET, answer)
    except BaseException as error:
        with contextlib.suppress(OSError):  # of a simulator that is gone
            os.write(_SOCKET, b"E" + explain(error, path).encode("utf-8", "replace")[:60_000])


if __name__ == "__main__":
    _main()

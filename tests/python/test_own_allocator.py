# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""A Python object chooses ports in process, as it does in a scenario."""

from __future__ import annotations

import errno
import gc
import importlib.util
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import bindstorm as bs
import numpy as np
import pytest
from places import ROOT

AGAIN = ROOT / "tests" / "plugins" / "again.py"


def load_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("again", AGAIN)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


again = load_module()


class Answers:
    """Does what it is told to."""

    def __init__(self, choose: Callable[[bs.View, bs.Draws], Any]) -> None:
        self.choose = choose


def lowest(view: bs.View, _: bs.Draws) -> int | None:
    return view.select_free(0) if view.count_free() else None


@pytest.mark.parametrize(
    ("own", "built_in"),
    [
        (again.Again2628, "linux-2.6.28"),
        (again.Again2628(locks="table"), "linux-2.6.28(lock=table)"),
        (again.Again2629, "linux-2.6.29"),
        (again.AgainUniform, "uniform"),
        (again.AgainNs3, "ns-3"),
    ],
)
@pytest.mark.parametrize("busy", ["none", "random(0.9)"])
def test_a_built_in_allocator_written_again_has_its_ports_and_its_work(
    own: Any, built_in: str, busy: str
) -> None:
    def observe(allocator: Any) -> tuple[Any, ...]:
        host = bs.PortAllocator(
            allocator, range=(40000, 40999), reserved="40100-40199", busy=busy, seed=3
        )
        host.measure()
        ports = host.draw(100), host.churn(30, occupancy=0.02)
        return *(p.tolist() for p in ports), host.counters, host.chains, str(host.uniformity())

    assert observe(own) == observe(built_in)


@pytest.mark.program
def test_the_same_class_gives_the_same_ports_in_process_and_in_a_scenario(
    churn_scenario: Path, tmp_path: Path
) -> None:
    overrides = {"server.allocator": "again-2.6.29", "run": 1, "server.churn.count": 300}
    with bs.run(
        churn_scenario,
        plugins=[AGAIN],
        results=tmp_path / "again.sqlite",
        overrides=overrides,
        progress=False,
    ) as results:
        counts = results.ports(results.runs().index[0], "server")["observed"]
    host = bs.PortAllocator(again.Again2629, range=(32768, 33767), host="server", run=1, chains=128)
    ports = host.churn(300, occupancy=0.5)
    assert np.bincount(ports - 32768, minlength=1000).tolist() == counts.tolist()


@pytest.mark.program
def test_a_plugin_that_fails_is_an_error_of_run(tmp_path: Path) -> None:
    plugin = tmp_path / "wrong.py"
    plugin.write_text("class Wrong:\n    name = 'wrong'\n    choose = lambda s, v, d: 1 // 0\n")
    arguments: dict[str, Any] = {
        "results": tmp_path / "s.sqlite",
        "overrides": {"server.allocator": "wrong", "server.program.count": 1},
    }
    with pytest.raises(bs.RunError, match=r"wrong\.py:3: ZeroDivisionError"):
        bs.run("bind-storm/quick", plugins=[plugin], progress=False, **arguments)
    with pytest.raises(bs.ScenarioError, match="unknown allocator 'wrong'"):
        bs.run("bind-storm/quick", progress=False, **arguments)


def test_exceptions_reach_the_caller_and_leave_everything_as_it_was() -> None:
    class Moody:
        fails = False

        def choose(self, view: bs.View, draws: bs.Draws) -> int:
            if self.fails:
                raise KeyError("not today")
            return view.low + draws.below(view.size)

    mood = Moody()
    host = bs.PortAllocator(mood, seed=1, reserved="40000")
    host.measure()
    host.draw(50)
    mood.fails = True
    for call in (host.bind, lambda: host.draw(10), lambda: host.churn(1, occupancy=0.1)):
        with pytest.raises(KeyError, match="not today"):
            call()
    assert host.held.size == 0
    mood.fails = False
    assert host.draw(50).size == 50
    # What was chosen was measured, and what was not was not.
    assert host.uniformity().samples == 100


@pytest.mark.parametrize(
    ("returned", "error", "text"),
    [
        ("40000", TypeError, r"choose\(\) of Answers returned '40000', must be a port or None"),
        (True, TypeError, "returned True, must be"),
        (2.0, TypeError, "returned 2.0, must be"),
        (-1, ValueError, "returned -1, no port"),
        (65536, ValueError, "returned 65536, no port"),
        (2**80, ValueError, "no port: 0 to 65535"),
        (None, OSError, "is in use"),
        (39999, OSError, "which chose port 39999, not free or not eligible"),
        (40003, OSError, "which chose port 40003, not free or not eligible"),
        (40005, OSError, "which chose port 40005, not free or not eligible"),
    ],
)
def test_what_is_no_free_port_is_refused(
    returned: object, error: type[Exception], text: str
) -> None:
    host = bs.PortAllocator(
        Answers(lambda view, draws: returned), range=(40000, 40009), reserved="40003"
    )
    host.bind(40005)
    with pytest.raises(error, match=text) as caught:
        host.bind()
    if isinstance(caught.value, OSError):
        assert caught.value.errno == errno.EADDRINUSE
    assert host.held.tolist() == [40005]


def test_numpy_numbers_are_ports() -> None:
    host = bs.PortAllocator(Answers(lambda view, draws: np.uint16(view.high)))
    assert host.bind() == 61000


def test_a_view_answers_as_the_table_is() -> None:
    seen: dict[str, Any] = {}

    def look(view: bs.View, draws: bs.Draws) -> int:
        seen.update(
            range=(view.low, view.high, view.size, view.chains),
            eligible=[p for p in (-1, 39999, 40000, 40003, 40009, 40010, 2**40)
                      if view.is_eligible(p)],
            free=[p for p in range(40000, 40010) if view.is_free(p)],
            count=view.count_free(),
            chosen=[view.select_free(rank) for rank in range(7)],
            lengths=(view.chain_length(40004), view.chain_length(40004, 1)),
            present=(view.is_present(40004), view.is_present(40006)),
            busy=[s for s in range(65536 // 4) if view.busy_slots(40000) >> s & 1],
            draws=(draws.draw() < 2**32, draws.below(1)),
        )  # fmt: skip
        view.add_work(steps=5, node_visits=7)
        return 40009

    host = bs.PortAllocator(Answers(look), range=(40000, 40009), reserved="40003", chains=4)
    for port in (40000, 40004):
        host.bind(port)
    before = host.counters
    host.bind()
    assert seen == {
        "range": (40000, 40009, 10, 4),
        "eligible": [40000, 40009],
        "free": [40001, 40002, 40003, 40005, 40006, 40007, 40008, 40009],
        "count": 7,
        "chosen": [40001, 40002, 40005, 40006, 40007, 40008, 40009],
        "lengths": (2, 1),
        "present": (True, False),
        "busy": [10000, 10001],
        "draws": (True, 0),
    }
    assert host.counters["steps"] == before["steps"] + 5
    assert host.counters["probes"] == before["probes"] + 10


@pytest.mark.parametrize(
    ("ask", "error", "text"),
    [
        (lambda v, d: v.is_free(65536), ValueError, "a port must be 0 to 65535, not 65536"),
        (lambda v, d: v.is_free("1"), TypeError, "incompatible function arguments"),
        (lambda v, d: v.select_free(10), IndexError, "there is no free port of rank 10"),
        (lambda v, d: v.busy_slots(-1), ValueError, "a port must be 0 to 65535, not -1"),
        (lambda v, d: v.add_work(hops=1), TypeError, "'hops' is no unit of work"),
        (lambda v, d: v.add_work(steps=-1), ValueError, "steps must be a whole number"),
        (lambda v, d: v.add_work(steps=2**63), ValueError, "steps must be a whole number"),
        (lambda v, d: v.add_work(steps="5"), ValueError, "steps must be a whole number"),
        (lambda v, d: d.below(0), ValueError, "a bound must be 1 to 4294967295, not 0"),
        (lambda v, d: d.below(2**32), ValueError, "a bound must be 1 to 4294967295"),
    ],
)
def test_wrong_questions_are_errors(
    ask: Callable[[bs.View, bs.Draws], int], error: type[Exception], text: str
) -> None:
    host = bs.PortAllocator(Answers(ask), range=(40000, 40009))
    with pytest.raises(error, match=text):
        host.bind()


def test_view_and_draws_end_with_the_choice() -> None:
    kept: list[Any] = []

    def keep(view: bs.View, draws: bs.Draws) -> int:
        kept[:] = [view, draws]
        return view.low

    host = bs.PortAllocator(Answers(keep))
    host.bind()
    view, draws = kept
    for use in (lambda: view.low, lambda: view.is_free(1), draws.draw, lambda: view.add_work()):
        with pytest.raises(RuntimeError, match="valid while choose"):
            use()
    del host
    with pytest.raises(RuntimeError, match="valid while choose"):
        view.count_free()


def test_nothing_of_a_python_allocator_is_kept() -> None:
    allocator = Answers(lowest)
    gone = weakref.ref(allocator)
    host = bs.PortAllocator(allocator)
    host.draw(10)
    del allocator
    assert gone() is not None
    del host
    gc.collect()
    assert gone() is None


def test_a_choice_cannot_use_the_allocator_that_asks() -> None:
    hosts: list[bs.PortAllocator] = []
    hosts.append(bs.PortAllocator(Answers(lambda view, draws: hosts[0].bind())))
    with pytest.raises(RuntimeError, match="in the middle of another call"):
        hosts[0].bind()
    assert hosts[0].held.size == 0


def test_threads_with_allocators_of_their_own_do_not_disturb_each_other() -> None:
    host = bs.PortAllocator(again.AgainUniform, seed=5)
    alone = host.draw(20_000)
    drawn: list[Any] = [None, None]

    def draw(place: int) -> None:
        drawn[place] = bs.PortAllocator(again.AgainUniform, seed=5).draw(20_000)

    threads = [threading.Thread(target=draw, args=(place,)) for place in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn[0].tolist() == drawn[1].tolist() == alone.tolist()


def test_ctrl_c_ends_a_long_call() -> None:
    code = (
        "import bindstorm as bs\n"
        "class Own:\n"
        "    def choose(self, view, draws):\n"
        "        return view.low + draws.below(view.size)\n"
        "host = bs.PortAllocator(Own)\n"
        "host.draw(1)\n"
        "try:\n    print('ready', flush=True)\n    host.draw(10**9)\n"
        "except KeyboardInterrupt:\n    print(host.held.size, host.draw(3).size)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=60)
    assert output == "0 3\n"


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ({"lock": "both"}, "attribute lock of Answers is 'both'"),
        ({"summary": 3}, "attribute summary of Answers is 3, must be a str"),
        ({"default_chains": 0}, "attribute default_chains of Answers is 0"),
        ({"default_chains": 100}, "100 chains: a power of two"),
        ({"name": "a b"}, "'a b' is not a name"),
        ({"parameters": 3}, "attribute parameters of Answers must be a dict"),
        ({"choose": 3}, "has a method choose"),
    ],
)
def test_attributes_are_checked(attributes: dict[str, object], text: str) -> None:
    allocator = Answers(lowest)
    vars(allocator).update(attributes)
    with pytest.raises((TypeError, ValueError), match=text):
        bs.PortAllocator(allocator)


def test_the_name_of_a_built_in_allocator_is_taken(tmp_path: Path) -> None:
    own = Answers(lowest)
    own.name = "uniform"  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="there is an allocator 'uniform' already; choose an"):
        bs.PortAllocator(own)
    # By the name of the class as well, where it has no other.
    with pytest.raises(ValueError, match="there is an allocator 'uniform' already"):
        bs.PortAllocator(type("uniform", (Answers,), {})(lowest))
    plugin = tmp_path / "uniform.py"
    plugin.write_text("class U:\n    name = 'uniform'\n    choose = lambda s, v, d: None\n")
    with pytest.raises(ValueError, match="there is an allocator 'uniform' already"):
        bs.load_plugin(plugin)


def test_files_are_loaded_by_name_once(tmp_path: Path) -> None:
    source = ROOT / "plugins" / "example" / "random-increments.c"
    shared = tmp_path / "random-increments.so"
    include = f"-I{bs.plugin_header().parent}"
    subprocess.run(["cc", "-fPIC", "-shared", include, "-o", shared, source], check=True)
    host = bs.PortAllocator("random-increments(n=4)", plugins=[AGAIN, shared], seed=1)
    steps = np.diff(host.draw(5000)) % 28233
    assert set(steps.tolist()) <= {1, 2, 3, 4}
    names = bs.load_plugin(AGAIN)
    assert names == ("again-2.6.28", "again-2.6.29", "again-uniform", "again-ns-3")
    assert bs.load_plugin(shared) == ("random-increments",)
    info = bs.allocators()["again-2.6.28"]
    assert (info.plugin, info.lock, info.parameters[0].choices) == (
        str(AGAIN),
        "chain",
        ("per-probe", "table"),
    )
    assert bs.allocators()["uniform"].plugin == ""
    with pytest.raises(ValueError, match="n is '0', must be a whole number"):
        bs.PortAllocator("random-increments(n=0)")
    drawn = bs.PortAllocator("again-2.6.28(table)", seed=9).draw(20)
    assert drawn.tolist() == bs.PortAllocator("linux-2.6.28", seed=9).draw(20).tolist()
    shared.write_bytes(shared.read_bytes() + b"\0")
    with pytest.raises(ValueError, match="was changed after this process loaded it"):
        bs.load_plugin(shared)
    with pytest.raises(ValueError, match="No such file"):
        bs.load_plugin(tmp_path / "absent.py")
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(ValueError, match="there is no allocator in it"):
        bs.load_plugin(tmp_path / "empty.py")

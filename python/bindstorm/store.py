# Copyright (c) 2026 The Bindstorm developers
# SPDX-License-Identifier: GPL-2.0-only
"""Results of experiments, read from a store."""

from __future__ import annotations

import html
import json
import sqlite3
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Self, SupportsIndex, TypeAlias, cast

import pandas as pd

from bindstorm.checks import whole
from bindstorm.columns import typed, unpack
from bindstorm.errors import ExperimentError, StoreError
from bindstorm.judgement import Judgement, ResultView, judge
from bindstorm.store_file import as_store_error, connect

__all__ = ["Results", "open"]

AnyPath: TypeAlias = str | PathLike[str]

_PROVENANCE = (
    "digest",
    "kind",
    "seed",
    "run",
    "version",
    "commit",
    "dirty",
    "changes",
    "compiler",
    "build_type",
    "started_at",
    "wall_seconds",
    "identity",
    "spec_hash",
)


class Results:
    """One experiment of a result store; use :func:`open`.

    Frames hold whole numbers as int64 and others as float64, so that sums and differences of ports
    and counts are what they seem. A value that is missing is missing (NaN), never 0.

    Attributes
    ----------
    path : pathlib.Path
        The store.
    experiment : int
        Row of the experiment that the methods speak of.
    """

    def __init__(self, path: AnyPath, experiment: SupportsIndex | str | None = None) -> None:
        self.path = Path(path)
        self._connection = connect(self.path)
        try:
            self.experiment = self._find_experiment(experiment)
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def __repr__(self) -> str:
        try:
            about = self.experiments().loc[self.experiment]
        except StoreError:
            return f"<Results {str(self.path)!r}: closed>"
        return (
            f"<Results {str(self.path)!r} experiment {self.experiment} {about['name']!r}: "
            f"{about['done']} of {about['planned']} runs done>"
        )

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the experiment, how far it is, and the file."""
        try:
            about = self.experiments().loc[self.experiment]
        except StoreError:
            return f"<p>{html.escape(repr(self))}</p>"
        lines = [
            f"<b>{html.escape(str(about['name']))}</b>: {html.escape(str(about['title']))}",
            f"{about['done']} of {about['planned']} runs done, experiment {self.experiment} of "
            f"<code>{html.escape(str(self.path))}</code>",
        ]
        return f"<p>{'<br>'.join(lines)}</p>"

    def experiments(self) -> pd.DataFrame:
        """All experiments of the store, the oldest first, indexed by their row.

        Columns: ``name``, ``title``, ``question``, ``scenario_path``, ``scenario_hash``,
        ``planned`` and ``done`` (numbers of runs), ``created_at``, ``begun_at``, ``finished_at``
        (UTC; missing while it is not finished).
        """
        rows = self._select(
            "SELECT e.id AS experiment, name, title, question, scenario_path, scenario_hash,"
            " (SELECT count(*) FROM experiment_runs r WHERE r.experiment = e.id) AS planned,"
            " (SELECT count(r.run) FROM experiment_runs r WHERE r.experiment = e.id) AS done,"
            " created_at, begun_at, finished_at FROM experiments e ORDER BY e.id"
        )
        frame = pd.DataFrame([dict(row) for row in rows]).set_index("experiment")
        for column in ("created_at", "begun_at", "finished_at"):
            frame[column] = pd.to_datetime(frame[column], utc=True, format="ISO8601")
        return frame

    def select(self, experiment: SupportsIndex | str) -> Results:
        """Open another experiment of the same store.

        Parameters
        ----------
        experiment : int or str
            Its row, or its name: of several with that name the one begun last.
        """
        return Results(self.path, experiment)

    def runs(self) -> pd.DataFrame:
        """The runs that are done, in the order of the scenario: one row a run.

        Returns
        -------
        pandas.DataFrame
            Index ``run_id``, which the other methods take. Columns: the parameters that vary, all
            metrics, ``digest``, then where the run comes from: ``kind``, ``seed``, ``run``
            (replication), ``version``, ``commit``, ``dirty``, ``changes``, ``compiler``,
            ``build_type``, ``started_at``, ``wall_seconds``, ``identity``, ``spec_hash`` and
            ``library.*``, the versions of the libraries.
        """
        rows = self._select(
            "SELECT p.parameters, r.*, r.commit_hash AS 'commit' FROM planned_runs p"
            " JOIN runs r USING (identity) WHERE p.experiment = ? ORDER BY p.ordinal",
            self.experiment,
        )
        index = pd.Index([row["id"] for row in rows], name="run_id", dtype="int64")
        parameters = pd.DataFrame([json.loads(row["parameters"]) for row in rows], index=index)
        for name in parameters:
            parameters[name] = typed(parameters[name])
        origin = pd.DataFrame(
            [{name: row[name] for name in _PROVENANCE} for row in rows],
            index=index,
            columns=list(_PROVENANCE),
        )
        origin["dirty"] = origin["dirty"].astype(bool)
        origin["started_at"] = pd.to_datetime(origin["started_at"], utc=True, format="ISO8601")
        libraries = pd.DataFrame([json.loads(row["libraries"]) for row in rows], index=index)
        parts = [
            parameters.drop(columns=[name for name in ("seed", "run") if name in parameters]),
            self._metrics(index),
            origin,
            libraries.add_prefix("library."),
        ]
        return pd.concat(parts, axis="columns")

    def parameter_names(self) -> list[str]:
        """Names of the parameters that vary, in the order of the scenario; ``part`` may be one."""
        rows = self._select(
            "SELECT parameters FROM planned_runs WHERE experiment = ? ORDER BY ordinal",
            self.experiment,
        )
        return list(dict.fromkeys(name for row in rows for name in json.loads(row["parameters"])))

    def tables(self, run: SupportsIndex) -> list[str]:
        """Names of the tables of a run, in the order they were made."""
        number = self._known_run(run)
        rows = self._select("SELECT name FROM tables WHERE run = ? ORDER BY ordinal", number)
        return [row["name"] for row in rows]

    def table(self, run: SupportsIndex, name: str) -> pd.DataFrame:
        """A table of a run as it is: ``"server.ports"``, ``"server.program.bind.latency"``."""
        number = self._known_run(run)
        if name not in self.tables(number):
            raise StoreError(
                f"run {number} has no table {name!r}; it has: "
                f"{', '.join(self.tables(number)) or 'none'}"
            )
        rows = self._select(
            "SELECT name, type, count, data FROM columns WHERE run = ? AND table_name = ?"
            " ORDER BY ordinal",
            number,
            name,
        )
        return pd.DataFrame(
            {
                r["name"]: unpack(f"{name}.{r['name']}", r["type"], r["count"], r["data"])
                for r in rows
            }
        )

    def ports(self, run: SupportsIndex, host: str | None = None) -> pd.DataFrame:
        """How often each port was chosen, and how often it should have been.

        Parameters
        ----------
        run : int
            A ``run_id`` of :meth:`runs`.
        host : str, optional
            Needed when the run has several hosts.

        Returns
        -------
        pandas.DataFrame
            Index ``port``, every port of the range; columns ``observed`` (int64), ``expected`` and
            ``variance`` (float64) under even choice among the ports free at each moment.
            :func:`uniformity` takes it as it is.
        """
        return self._one_table(run, ".ports", "host", host).set_index("port")

    def latency(
        self,
        run: SupportsIndex,
        operation: str = "bind",
        *,
        workload: str | None = None,
        host: str | None = None,
    ) -> pd.DataFrame:
        """Histogram of the time that operations took, in nanoseconds.

        Parameters
        ----------
        run : int
            A ``run_id`` of :meth:`runs`.
        operation : str
            ``"bind"``, ``"close"``, ...
        workload, host : str, optional
            Needed when several workloads, or hosts, have that operation.

        Returns
        -------
        pandas.DataFrame
            Bins that are not empty: ``lower_ns`` and ``upper_ns`` (both included), ``count``.
        """
        names = [
            name
            for name in self.tables(run)
            if name.endswith(f".{operation}.latency")
            and (workload is None or name.endswith(f".{workload}.{operation}.latency"))
            and (host is None or name.startswith(f"{host}."))
        ]
        return self._only(run, names, f"{operation}.latency", "workload or host")

    def series(self, run: SupportsIndex, host: str | None = None) -> pd.DataFrame:
        """State of a host or a NAT box over simulated time, sampled.

        Returns
        -------
        pandas.DataFrame
            Columns ``time_ns``, ``live_sockets``, ``queued`` (int64); of a box ``time_ns``, ``box``
            (where there are several of that name), ``links``, ``mappings``, ``sessions``,
            ``queued``.
        """
        return self._one_table(run, ".series", "host", host)

    def rounds(self, run: SupportsIndex, workload: str | None = None) -> pd.DataFrame:
        """What a packet cost in each round of a ``libalias-perf`` workload, by phase.

        Parameters
        ----------
        run : int
            A ``run_id`` of :meth:`runs`.
        workload : str, optional
            ``"nat.perf"``; needed when the run has several of the kind.

        Returns
        -------
        pandas.DataFrame
            ``round``, ``flows`` (opened up to its end), ``second`` of its begin, and the mean times
            ``new_nat_ns``, ``random_ns``, ``attack_ns``, ``use_nat_ns``, missing where the test
            ended before that phase did.
        """
        names = [
            name
            for name in self.tables(run)
            if name.endswith(".rounds") and workload in (None, name.removesuffix(".rounds"))
        ]
        rounds = self._only(run, names, "rounds", "workload")
        totals = self.table(run, names[0].removesuffix("rounds") + "totals")
        frame = pd.DataFrame(
            {
                "round": rounds["round"],
                "flows": rounds["round"] * int(totals["batch_size"].iloc[0]),
                "second": rounds["second_ns"] / 1e9,
            }
        )
        for phase in ("new_nat", "random", "attack", "use_nat"):
            time = rounds[f"{phase}_ps"]
            frame[f"{phase}_ns"] = (time / 1000).where(time > 0)
        return frame

    def spec(self, run: SupportsIndex) -> dict[str, Any]:
        """The effective configuration of a run: every value, defaults too."""
        return cast("dict[str, Any]", json.loads(self._row(run)["spec"]))

    def provenance(self, run: SupportsIndex) -> dict[str, Any]:
        """Who made a run, with what, where and when.

        Keys: those of the columns of :meth:`runs` from ``digest`` on, ``plugins``, ``libraries``
        and ``machine`` (dicts), and the scenario: ``scenario_path``, ``scenario_text``,
        ``scenario_hash``.
        """
        row = self._row(run)
        rows = self._select(
            "SELECT scenario_path, scenario_text, scenario_hash FROM experiments WHERE id = ?",
            self.experiment,
        )
        return {
            **{name: row[name] for name in _PROVENANCE},
            "dirty": bool(row["dirty"]),
            "plugins": row["plugins"],
            "libraries": json.loads(row["libraries"]),
            "machine": json.loads(row["machine"]),
            **dict(rows[0]),
        }

    def views(self) -> list[ResultView]:
        """The tables of the scenario, filled from the runs that are done.

        Returns
        -------
        list of ResultView
            With ``title``, ``note``, ``data`` (numbers) and ``text`` (as the program prints them).
            A scenario without tables has the usual one.

        Raises
        ------
        ScenarioError
            When the stored text cannot be evaluated here, for example since it names an allocator
            of a plug-in.

        Examples
        --------
        >>> import bindstorm as bs
        >>> with bs.open(store_path) as results:
        ...     (view,) = results.views()
        >>> list(view.text.columns[:4])
        ['allocator', 'seed', 'p', 'first 1/16']
        """
        return self.judgement().views

    def published(self) -> pd.DataFrame:
        """Figures that others published, beside ours.

        Columns: ``label``, ``source``, ``unit``, ``published`` and ``ours`` (both in that unit),
        ``relative_error``, ``kind`` (``simulated``, ``fitted`` or ``predicted``), ``note`` (how
        ours came about, or why there is none). Raises as :meth:`views`.
        """
        return self.judgement().published

    def expectations(self) -> pd.DataFrame:
        """The conditions of the scenario, and what became of them.

        Columns: ``metric``, ``condition``, ``where`` (dict), ``reason``, ``observed`` (text),
        ``runs`` (number compared), ``passed``, ``failing`` (parameters of runs at fault), ``line``
        (in the scenario). Raises as :meth:`views`.
        """
        return self.judgement().expectations

    def judgement(self) -> Judgement:
        """All that :meth:`views`, :meth:`published` and :meth:`expectations` give, at once."""
        rows = self._select(
            "SELECT p.parameters, r.id FROM planned_runs p LEFT JOIN runs r USING (identity)"
            " WHERE p.experiment = ? ORDER BY p.ordinal",
            self.experiment,
        )
        metrics = self._metric_values()
        planned = [list(json.loads(row["parameters"]).items()) for row in rows]
        done = [
            (parameters, metrics.get(row["id"], {}))
            for row, parameters in zip(rows, planned, strict=True)
            if row["id"] is not None
        ]
        (scenario,) = self._select(
            "SELECT name, scenario_text FROM experiments WHERE id = ?", self.experiment
        )
        return judge(scenario["scenario_text"], f"{scenario['name']}.toml", planned, done)

    def _metric_values(self) -> dict[int, dict[str, float]]:
        rows = self._select(
            "SELECT DISTINCT m.run, m.ordinal, m.name, m.value FROM planned_runs p"
            " JOIN runs r USING (identity) JOIN metrics m ON m.run = r.id"
            " WHERE p.experiment = ? ORDER BY p.ordinal, m.ordinal",
            self.experiment,
        )
        values: dict[int, dict[str, float]] = {}
        for row in rows:
            values.setdefault(row["run"], {})[row["name"]] = row["value"]
        return values

    def _metrics(self, index: pd.Index) -> pd.DataFrame:
        values = self._metric_values()
        names = dict.fromkeys(name for metrics in values.values() for name in metrics)
        return pd.DataFrame(
            [values.get(number, {}) for number in index],
            index=index,
            columns=list(names),
            dtype="float64",
        )

    def _one_table(
        self, run: SupportsIndex, ending: str, what: str, chosen: str | None
    ) -> pd.DataFrame:
        names = [
            name
            for name in self.tables(run)
            if name.endswith(ending) and chosen in (None, name.removesuffix(ending))
        ]
        return self._only(run, names, ending.removeprefix("."), what)

    def _only(self, run: SupportsIndex, names: list[str], kind: str, what: str) -> pd.DataFrame:
        if len(names) > 1:
            raise StoreError(f"several tables are meant, say which {what}: {', '.join(names)}")
        if not names:
            raise StoreError(
                f"no such {kind} table; run {run} has: {', '.join(self.tables(run)) or 'none'}"
            )
        return self.table(run, names[0])

    def _find_experiment(self, experiment: SupportsIndex | str | None) -> int:
        rows = self._select("SELECT id, name FROM experiments ORDER BY begun_at DESC, id DESC")
        if not rows:
            raise ExperimentError(f"{self.path}: the store has no experiment")
        if experiment is None:
            return int(rows[0]["id"])
        if isinstance(experiment, str):
            for row in rows:
                if row["name"] == experiment:
                    return int(row["id"])
        else:
            number = whole("experiment", experiment, 0, 2**63 - 1)
            if any(row["id"] == number for row in rows):
                return number
        known = ", ".join(f"{row['id']} ({row['name']})" for row in rows)
        raise ExperimentError(f"{self.path}: no experiment {experiment!r}; there are: {known}")

    def _known_run(self, run: SupportsIndex) -> int:
        return int(self._row(run)["id"])

    def _row(self, run: SupportsIndex) -> sqlite3.Row:
        number = whole("run", run, 0, 2**63 - 1)
        rows = self._select(
            "SELECT r.*, r.commit_hash AS 'commit' FROM planned_runs p JOIN runs r USING (identity)"
            " WHERE p.experiment = ? AND r.id = ?",
            self.experiment,
            number,
        )
        if not rows:
            raise StoreError(
                f"{self.path}: experiment {self.experiment} has no run {number}; "
                "run_id is the index of runs()"
            )
        return rows[0]

    def _select(self, statement: str, *values: object) -> list[sqlite3.Row]:
        with as_store_error(self.path):
            return self._connection.execute(statement, values).fetchall()


def open(path: AnyPath, *, experiment: SupportsIndex | str | None = None) -> Results:
    """Open a result store to read.

    Parameters
    ----------
    path : path-like
        The file that ``bindstorm run`` or :func:`run` wrote.
    experiment : int or str, optional
        Row or name of an experiment; without, the one begun last.

    Returns
    -------
    Results
        To be closed, or used in a ``with`` statement.

    Raises
    ------
    StoreError
        When the file is no store, is damaged or newer than this package, or has no such experiment.

    Examples
    --------
    >>> import bindstorm as bs
    >>> with bs.open(store_path) as results:
    ...     runs = results.runs()
    >>> runs["server.ports.p_value"].dtype
    dtype('float64')
    """
    return Results(path, experiment)

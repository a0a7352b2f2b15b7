# The two commands: `make demo` and `make test`. What they need, they install.
# SPDX-License-Identifier: GPL-2.0-only

SHELL := /bin/bash
JOBS ?= $(shell nproc)
BUILD ?= build
RESULTS ?= results/local
PYTHON ?= $(shell test -x /usr/bin/python3 && echo /usr/bin/python3 || echo python3)
VENV := .venv
STAMPS := $(BUILD)/stamps
PROGRAM := $(BUILD)/release/scenarios/program/bindstorm
# Several sources at a time: half the time on two cores. `make lint` compiles each by itself.
CMAKE := cmake -G Ninja -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_UNITY_BUILD=ON \
         -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
# The package compiles the same files as the program, in another folder: it takes them from there.
export CCACHE_BASEDIR := $(CURDIR)
FORMATTED = $(shell git ls-files '*.cc' '*.h')

.PHONY: help
help:
	@echo "make demo       re-live netdev 2009 and libalias 2021: build, run, print the tables, make a page"
	@echo "make test       build (release, and with sanitizers) and run every test"
	@echo "make test-deep  what takes longer: other builds, threads, long runs"
	@echo "make fuzz       feed the NAT anything, FUZZ_SECONDS each (10)"
	@echo "make bench      time the modules against each other; count instructions"
	@echo "make study      the full grid of every bind-storm scenario"
	@echo "make lint       clang-format, clang-tidy, ruff, mypy"
	@echo "make format     clang-format and ruff, in place"
	@echo "make clean      remove what was built"

# --- what must be there -------------------------------------------------------------------------

$(STAMPS)/packages: debian-packages.txt .ci/install-packages
	@mkdir -p $(STAMPS)
	.ci/install-packages $<
	@touch $@

$(STAMPS)/venv: requirements-dev.txt $(STAMPS)/packages
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# --- builds -------------------------------------------------------------------------------------

.PHONY: program release sanitized threads python
program: $(STAMPS)/packages
	$(CMAKE) -S . -B $(BUILD)/release -DCMAKE_BUILD_TYPE=Release > $(BUILD)/release.log || { cat $(BUILD)/release.log; exit 4; }
	cmake --build $(BUILD)/release -j $(JOBS) --target bindstorm

release: program
	cmake --build $(BUILD)/release -j $(JOBS)

sanitized: $(STAMPS)/packages
	$(CMAKE) -S . -B $(BUILD)/sanitized -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 \
	    -DBINDSTORM_SANITIZE=address,undefined > $(BUILD)/sanitized.log || { cat $(BUILD)/sanitized.log; exit 4; }
	cmake --build $(BUILD)/sanitized -j $(JOBS)

# What threads share, with a sanitizer that watches them.
threads: $(STAMPS)/packages
	$(CMAKE) -S . -B $(BUILD)/threads -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 \
	    -DBINDSTORM_NS3=OFF -DBINDSTORM_SANITIZE=thread > $(BUILD)/threads.log || { cat $(BUILD)/threads.log; exit 4; }
	cmake --build $(BUILD)/threads -j $(JOBS) --target test-nat-threads

# The package for the tests, which drive the release program: `pip install .` bundles one of its own.
# The compiler by the name that CMake finds, or ccache would take it for another one.
python: $(STAMPS)/venv
	CXX=$${CXX:-c++} CMAKE_CXX_COMPILER_LAUNCHER=ccache BINDSTORM_NS3=OFF $(VENV)/bin/pip install -q \
	    --disable-pip-version-check --no-build-isolation .

# --- the main job -------------------------------------------------------------------------------

STORY := generator-or-stepping foreground-frames latency-vs-occupancy thread-2009
GRID := quick uniform-at-any-occupancy uniform-under-churn $(STORY)
# What NAT boxes do: the reviews of libalias, 2021, and the same with equal work.
BOXES := libalias-perf libalias-perf-fair
PAGE := thread-2009 generator-or-stepping latency-vs-occupancy uniform-at-any-occupancy \
        foreground-frames $(BOXES)

.PHONY: demo study
demo: program python
	@mkdir -p $(RESULTS)
	@$(PROGRAM) run scenarios/bind-storm/uniform-at-any-occupancy.toml --jobs $(JOBS) \
	    --set server.program.count=300_000 --set seed=1 --results $(RESULTS)/demo.sqlite
	@echo
	@for scenario in $(STORY:%=bind-storm/%) $(BOXES:%=nat/%); do \
	    $(PROGRAM) run scenarios/$$scenario.toml --jobs $(JOBS) \
	        --results $(RESULTS)/demo.sqlite || exit $$?; \
	    echo; \
	done
	@echo "All of it as a page, with pictures:"
	@$(VENV)/bin/python -m bindstorm report $(RESULTS)/demo.sqlite \
	    --output $(abspath $(RESULTS))/demo.html $(PAGE:%=--experiment %)

# Ten times the draws where they decide what can be seen.
study: program
	@mkdir -p $(RESULTS)
	@for scenario in $(GRID); do \
	    $(PROGRAM) run scenarios/bind-storm/$$scenario.toml --jobs $(JOBS) \
	        --results $(RESULTS)/study.sqlite || exit $$?; \
	done
	$(PROGRAM) run scenarios/bind-storm/uniform-at-any-occupancy.toml --jobs $(JOBS) \
	    --set server.program.count=20_000_000 --results $(RESULTS)/study.sqlite

# --- speed --------------------------------------------------------------------------------------

.PHONY: bench
# Ratios of things timed in one run, and counts of instructions; absolute times are for information.
bench: program $(STAMPS)/venv
	cmake --build $(BUILD)/release -j $(JOBS) --target bench-ports bench-nat \
	    bench-nat-flat bench-nat-instances bench-host
	status=0; \
	$(BUILD)/release/tests/bench/bench-ports || status=1; \
	$(BUILD)/release/tests/bench/bench-nat || status=1; \
	$(BUILD)/release/tests/bench/bench-nat-flat || status=1; \
	$(BUILD)/release/tests/bench/bench-nat-instances || status=1; \
	$(BUILD)/release/tests/bench/bench-host || status=1; \
	$(VENV)/bin/python tests/bench/instructions.py $(BUILD)/release || status=1; \
	exit $$status

# --- tests --------------------------------------------------------------------------------------

.PHONY: test test-deep fuzzers fuzz lint format clean
# The C++ suites run with sanitizers; the release program is tested as users run it. `make test-deep`
# runs the C++ suites of the release build as well: building both takes too long for every change.
test: program sanitized fuzzers python
	$(VENV)/bin/python tests/run_suites.py --build $(BUILD) --jobs $(JOBS)

test-deep: test release threads
	cmake --build $(BUILD)/release -j $(JOBS) --target bench-ports bench-nat-flat bench-host
	$(VENV)/bin/python tests/bench/instructions.py $(BUILD)/release
	$(VENV)/bin/python tests/run_suites.py --build $(BUILD) --jobs $(JOBS) --deep

# Each fuzzer for FUZZ_SECONDS, from what it found before. What breaks it stays in $(BUILD)/fuzz.
FUZZ_SECONDS ?= 10
fuzzers: $(STAMPS)/packages
	$(CMAKE) -S . -B $(BUILD)/fuzz -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1 \
	    -DCMAKE_CXX_COMPILER=clang++-14 -DBINDSTORM_NS3=OFF -DBINDSTORM_FUZZ=ON \
	    -DBINDSTORM_SANITIZE=fuzzer-no-link,address,undefined \
	    > $(BUILD)/fuzz.log || { cat $(BUILD)/fuzz.log; exit 4; }
	cmake --build $(BUILD)/fuzz -j $(JOBS) --target fuzzers
	$(PYTHON) tests/fuzz/make-seeds.py $(BUILD)/fuzz/tests/fuzz

fuzz: fuzzers
	@status=0; \
	for fuzzer in $(BUILD)/fuzz/tests/fuzz/*-fuzzer; do \
	    mkdir -p $$fuzzer.corpus; \
	    echo "$$fuzzer, $(FUZZ_SECONDS) s"; \
	    $$fuzzer -seed=1 -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=10 \
	        -rss_limit_mb=1024 -verbosity=0 -print_final_stats=1 \
	        -artifact_prefix=$(BUILD)/fuzz/ $$fuzzer.corpus || status=1; \
	done; \
	exit $$status

lint: release $(STAMPS)/venv
	clang-format --dry-run -Werror $(FORMATTED)
	git ls-files 'model/*.cc' 'analysis/*.cc' 'results/*.cc' 'scenarios/*.cc' 'plugins/*.cc' | \
	    xargs -P $(JOBS) -n 4 clang-tidy --quiet -p $(BUILD)/release --extra-arg=-Wno-unknown-warning-option
	$(VENV)/bin/ruff check python tests
	$(VENV)/bin/ruff format --check python tests
	$(VENV)/bin/mypy

format:
	clang-format -i $(FORMATTED)
	$(VENV)/bin/ruff format python tests

clean:
	rm -rf $(BUILD) $(VENV)

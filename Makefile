# `make play` and `make test` set up everything they need in .venv. Nothing outside this folder is changed.

VENV ?= .venv
BIN := $(VENV)/bin
SUITABLE := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c "$(SUITABLE)" 2>/dev/null && echo $$python && break; done)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

GAME ?= encantados
ARGS ?=
PYTEST_ARGS ?=

.PHONY: help play test check format bench setup oracle clean

help:
	@echo "make play    play a game of $(GAME) against bots (GAME=..., ARGS='--players 4 --seed 1')"
	@echo "make test    run the tests (PYTEST_ARGS='-k house')"
	@echo "make check   run everything that CI runs"
	@echo "make format  format the code, and fix what can be fixed"
	@echo "make oracle  install another implementation of a game, for the tests that compare with it"
	@echo "make bench   measure how fast things are"
	@echo "make clean   remove what the other targets made"

play: $(VENV)/installed
	@$(BIN)/encanta play $(GAME) $(ARGS)

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --quiet $(PYTEST_ARGS)

check:
	bash .ci/run

format: $(VENV)/installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/installed-bench
	@set -e; for script in benchmarks/bench_*.py; do echo "== $$script"; $(BIN)/python $$script; done

setup: $(VENV)/installed-dev

oracle: $(VENV)/installed-oracle

clean:
	rm -rf .venv build dist *.egg-info interpreter/*.egg-info cli/*.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed is editable, so only a change of the dependencies makes a new installation necessary.
$(VENV)/ready: constraints.txt
	@test -n "$(PYTHON)" || { echo "Encanta needs Python 3.11 or newer; say where it is: make PYTHON=..."; exit 1; }
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) setuptools wheel
	@touch $@

$(VENV)/installed: $(VENV)/ready pyproject.toml
	@$(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	@$(PIP_INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed
	@$(PIP_INSTALL) --no-build-isolation --editable '.[bench,oracle]'
	@touch $@

$(VENV)/installed-oracle: $(VENV)/installed-dev
	@$(PIP_INSTALL) --no-build-isolation --editable '.[oracle]'
	@touch $@

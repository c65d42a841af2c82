# Khvatka: `make play` and `make test` are all you need; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
DEVSTAMP := $(VENV)/installed-dev
JOBS ?= 2
SYSTEMS := linux darwin win32
# Tests wait for processes a quarter of their time, so there is a worker more than there are cores. Neighbours
# share what is costly to set up; whoever is done takes half of what another one has left.
SPREAD := -n $(shell echo $$(($(JOBS) + 1))) --dist worksteal
# Quick tests wait for nobody, and each worker collects them all.
QUICK := -n $(JOBS) --dist worksteal
# What hangs fails by name, with its stacks; the slowest takes a sixth of that at rest.
HANGS := --timeout 600

unexport PYTHONDONTWRITEBYTECODE # hundreds of processes start: what is compiled is kept

.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Looked at each time: its Python may have gone, or the folder been moved.
$(STAMP) $(DEVSTAMP): always
	@deploy/environment.sh $@ $(PYTHON)

play: $(STAMP) ## play on the simulated table (installs on the first run)
	$(BIN)/khvatka play

check: $(DEVSTAMP) ## lint, types, import walls, quick tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory types
	$(BIN)/lint-imports
	$(BIN)/pytest -m 'not slow' $(HANGS) $(QUICK)

test: $(DEVSTAMP) ## lint, types, import walls, all tests but those of `make proofs`
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory types
	$(BIN)/lint-imports
	$(BIN)/pytest -m 'not complete' $(HANGS) $(SPREAD)

types: $(DEVSTAMP) ## types, as Linux, macOS and Windows have them
	printf '%s\n' $(SYSTEMS) | xargs -P $(JOBS) -I SYSTEM \
		$(BIN)/mypy --platform SYSTEM --cache-dir .mypy_cache/SYSTEM

versions: $(DEVSTAMP) ## the quick tests under each Python from 3.11 on that is here (ONLY=3.14)
	$(BIN)/python -m tests.versions $(JOBS) $(ONLY)

proofs: $(DEVSTAMP) ## what takes longer: emulated hardware, bare systems, power cuts, attacks
	CI=1 KHVATKA_PROOFS=1 $(BIN)/pytest -s -m complete # what cannot be had fails: a proof that is skipped proves nothing

browsers: ## install the browsers that phones are proved with (Debian, Raspberry Pi OS, Ubuntu)
	@tests/browsers.sh

bench: $(STAMP) ## speed, frame time, decoding cost, verdict latency
	$(BIN)/khvatka bench

bundle: $(STAMP) ## a file that installs a Raspberry Pi without network (BUNDLE='--help')
	$(BIN)/python -m deploy.bundle $(BUNDLE)

firmware: $(STAMP) ## the pad controller's program as one UF2 file (Debian: compiles MicroPython)
	$(BIN)/python -m deploy.firmware $(FIRMWARE)

kit: $(DEVSTAMP) ## what to cut, print and buy for a table (KIT='--board mk1 --seats 4')
	$(BIN)/python -m deploy.kit $(KIT)

wiring: $(DEVSTAMP) ## draw the wiring guide's diagrams and tables anew
	$(BIN)/python -m deploy.drawing

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache pictures

.NOTPARALLEL: # there is one environment
.PHONY: always help play check test types versions proofs browsers bench bundle firmware kit wiring clean

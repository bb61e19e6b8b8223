# make demo    align the sample corpus and show what came out
# make test    all checks: ruff, mypy, pytest (on Debian as root, chromium is installed for the browser tests)
# make setup   the virtual environment in .venv that both use
# make bench   speed, memory and start-up, measured in one run; tables and plots in docs/
#
# Needs Python 3.10 or newer (PYTHON=... to choose one), make and access to PyPI. Apart from that, nothing outside this
# folder is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
CHECKS_READY := $(VENV)/ready-for-checks
# A file of tests at a time for each core.
PARALLEL := --numprocesses auto --dist loadfile
# The second time, without the compiled parts, what never calls them is left out: browsers, readers, writers of files.
WITHOUT_KERNEL := $(foreach name,*_browser reader_* wikitext cluster writers filter export edits app agreement,--ignore-glob='tests/test_$(name).py')
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: setup demo test lint types check-data browser bench clean

setup: $(READY)

$(READY): pyproject.toml setup.py Makefile src/vicinal/compiled/_kernel.pyx src/vicinal/compiled/_lattice.pyx
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { \
	  echo "Vicinal needs Python 3.10 or newer; '$(PYTHON)' is not. Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed: on Debian and Ubuntu, install the package python3-venv first." >&2; exit 2; }
	@$(PIP) install --editable .
	@touch $@

$(CHECKS_READY): $(READY)
	@echo "Installing what the checks need ..."
	@$(PIP) install --editable '.[dev]'
	@touch $@

demo: setup
	@$(BIN)/python examples/demo.py

test: lint types check-data browser
	$(BIN)/python -m pytest $(PARALLEL)
	VICINAL_PURE_PYTHON=1 $(BIN)/python -m pytest $(PARALLEL) $(WITHOUT_KERNEL)

lint: $(CHECKS_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(CHECKS_READY)
	$(BIN)/mypy

check-data: $(CHECKS_READY)
	$(BIN)/python data/build.py --check

# The browser tests run where Debian's chromium is or can be installed, and say why they are skipped elsewhere.
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && echo "Installing chromium for the browser tests ..." && apt-get -qq update \
	  && DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends chromium >/dev/null; } \
	  || echo "There is no chromium, and it cannot be installed here: the browser tests will be skipped."

bench: $(CHECKS_READY)
	@$(PIP) install --editable '.[bench]'
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf $(VENV) demo-output .mypy_cache .pytest_cache .ruff_cache .hypothesis build src/*.egg-info
	rm -f src/vicinal/compiled/_kernel.c src/vicinal/compiled/_kernel.*.so src/vicinal/compiled/_lattice.c src/vicinal/compiled/_lattice.*.so

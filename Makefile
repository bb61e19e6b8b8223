# make demo      align the sample corpus and show the result
# make test      all checks: ruff, mypy, tsc, biome, pytest (on Debian as root, chromium is installed for browser tests)
# make docs      the documentation site in site/, to be opened in a browser (docs-serve: shown while you write)
# make setup     the virtual environment in .venv that both use
# make installed the sdist and the wheel in .venv/dist, and a clean environment with the wheel in .venv/installed
# make dist      what is published beside the compiled wheels: the sdist and a wheel for every platform, in dist/
# make bench     speed, memory and start-up, measured in one run; tables and plots in docs/
# make coverage  which lines and branches the tests run; the least covered modules first
# make mutants   which small changes of the code no test notices (MODULES=... SAMPLE=... to choose)
#
# Needs Python 3.10 or newer (PYTHON=... to choose one), make and access to PyPI. Apart from that, nothing outside this
# folder is touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/made
READY := $(VENV)/ready
CHECKS_READY := $(VENV)/ready-for-checks
DOCS_READY := $(VENV)/ready-for-docs
JS := $(VENV)/js
JS_READY := $(JS)/ready
# A file of tests at a time for each core, in the order of tests/conftest.py: what takes longest first.
PARALLEL := --numprocesses auto --dist loadfile --no-loadscope-reorder
# What runs a second time, without the compiled parts: the tests of everything that has a compiled twin.
TWINS := $(foreach name,align blocks compiled global language many methods records segment similarity stats versions,tests/test_$(name).py) \
  $(foreach method,vicinity global,'tests/test_quality_floor.py::test_scores_do_not_drop[$(method)]')
# Tests start hundreds of processes: let them share compiled modules, whatever the environment says.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest
MODULES := $(foreach name,search.py aligning.py alignment.py files.py methods/vicinity.py similarity text,src/vicinal/$(name))
SAMPLE := 100
# What Cython compiles, and the types it compiles with.
COMPILED := $(wildcard src/vicinal/compiled/*.p[xy]*) $(foreach name,hubs lattice whole_passes forward_backward candidates,src/vicinal/methods/global_/$(name).py)
# The notice is about the successor of the tools that pyproject.toml asks for.
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs
# What the wheel is made of, and the folders of which the sdist has every file ("docs" alone would be the target).
SHIPPED := README.md LICENSE MANIFEST.in $(shell find src data -type f -not -name '*.py[co]' -not -name '*.so' -not -path '*.egg-info/*') \
  $(shell find benchmarks/. docs/. examples/. tests/. -type d -not -name __pycache__)
# The environment that the wheel is installed in, with what the examples of the docs use.
INSTALLED := $(VENV)/installed
INSTALLED_READY := $(INSTALLED)/ready
BESIDE := datasets pandas polars tqdm
UV := $(BIN)/uv --quiet --no-python-downloads
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: setup demo dist docs docs-serve installed test lint types js check-js check-data browser bench coverage mutants clean

setup: $(READY)

# The build of the compiled parts takes most of the time, so each of the two installs Vicinal once.
$(READY): $(MADE) pyproject.toml setup.py Makefile $(COMPILED)
	@echo "Installing Vicinal in $(VENV) ..."
	@$(PIP) install --editable '.[all]'
	@touch $@

$(CHECKS_READY): $(MADE) pyproject.toml setup.py Makefile $(COMPILED)
	@echo "Installing Vicinal and what the checks need in $(VENV) ..."
	@$(PIP) install uv
	@$(UV) pip install --python $(BIN)/python --editable '.[dev]' || $(PIP) install --editable '.[dev]'
	@touch $(READY) $@

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { \
	  echo "Vicinal needs Python 3.10 or newer; '$(PYTHON)' is not. Try: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed: on Debian and Ubuntu, install the package python3-venv first." >&2; exit 2; }
	@touch $@

demo: setup
	@$(BIN)/vicinal demo demo-output

# The wheel is built from the sdist, so that the sdist is known to be whole. Where uv does not reach the index that pip is
# set up for, pip does the same, more slowly, and builds no sdist.
installed: $(INSTALLED_READY)

$(INSTALLED_READY): $(CHECKS_READY) $(SHIPPED)
	@echo "Building Vicinal and installing it in $(INSTALLED) ..."
	@rm -rf $(VENV)/dist $(INSTALLED)
	@$(UV) build --python $(BIN)/python --out-dir $(VENV)/dist \
	  || $(PIP) wheel --no-deps --wheel-dir $(VENV)/dist .
	@$(UV) venv --python $(BIN)/python $(INSTALLED)
	@wheel="vicinal[all,cluster,embed] @ file://$$(ls $(CURDIR)/$(VENV)/dist/*.whl)"; \
	  $(UV) pip install --python $(INSTALLED) "$$wheel" $(BESIDE) \
	  || $(PIP) --python $(INSTALLED) install "$$wheel" $(BESIDE)
	@touch $@

dist: $(CHECKS_READY)
	@rm -rf dist
	@$(UV) build --python $(BIN)/python --sdist --out-dir dist
	@VICINAL_PURE_PYTHON=1 $(UV) build --python $(BIN)/python --wheel --out-dir dist
	$(BIN)/uv --quiet tool run twine check --strict dist/*.whl dist/*.tar.gz

docs: $(DOCS_READY)
	@$(MKDOCS) build --strict
	@echo "The documentation is in site/: open site/index.html"

docs-serve: $(DOCS_READY)
	@$(MKDOCS) serve --watch src --watch CONTRIBUTING.md --watch CHANGELOG.md

$(DOCS_READY): $(READY)
	@echo "Installing what the documentation site needs ..."
	@$(PIP) install --editable '.[docs]'
	@touch $@

# The checks that are not tests run two at a time: most of them use one core, or wait for downloads.
test: $(CHECKS_READY)
	@$(MAKE) --no-print-directory --jobs 2 types installed lint js check-data browser
	$(PYTEST) $(PARALLEL)
	VICINAL_PURE_PYTHON=1 $(PYTEST) $(PARALLEL) $(TWINS)

lint: $(CHECKS_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(CHECKS_READY)
	$(BIN)/mypy

# Types, style and format of the scripts and style sheets, where npm is installed: using Vicinal needs none.
js:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory check-js; \
	else echo "There is no npm on this machine: the checks of JavaScript and CSS are skipped."; fi

check-js: $(JS_READY)
	$(JS)/node_modules/.bin/tsc --project tests/js
	$(JS)/node_modules/.bin/biome check --config-path=tests/js src/vicinal/view/assets

$(JS_READY): tests/js/package.json
	@echo "Installing the checkers of JavaScript and CSS ..."
	@mkdir -p $(JS) && cp tests/js/package.json $(JS)
	@npm install --prefix $(JS) --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

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

coverage: $(CHECKS_READY) browser
	$(PYTEST) $(PARALLEL) --cov --cov-report=
	$(BIN)/coverage report --sort=cover

mutants: $(CHECKS_READY)
	$(BIN)/python tests/mutants.py $(MODULES) --sample $(SAMPLE)

clean:
	rm -rf $(VENV) demo-output dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage build src/*.egg-info
	rm -f src/vicinal/compiled/*.so src/vicinal/compiled/*.c

# Two commands are enough: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PACKAGE := $(VENV)/.package
KERNELS := $(wildcard src/sumscope/kernels/cpp/*.cpp src/sumscope/kernels/cpp/*/*.h)
PRETTIER := prettier@3.6.2
SCRIPTS := "src/**/*.{js,ts,css}" "scripts/*.js" "docs/_static/*.{js,css}" "tests/**/*.mjs"

.PHONY: help env kernels fuzz sanitize demo test test-all nightly lint format bench docs papers clean

help:
	@echo "make demo    set up, then the main job on the embedded example: sumscope-demo/index.html"
	@echo "make test    set up, then the test suite (some five minutes on two cores)"
	@echo "make test-all the test suite with more examples, and what takes long"
	@echo "make lint    style, types (of the page modules too) and the import contract"
	@echo "make bench   benchmarks beside the best peers: docs/benchmarks.md (QUICK=1: smaller sizes)"
	@echo "make docs    the documentation as a site that works from disk: site/index.html"
	@echo "make papers  the tables of the five papers on the corpora of SUMSCOPE_DATA: docs/explanation/"
	@echo "make kernels rebuild the C++ kernels after a change"
	@echo "make fuzz    every fuzzer of tests/fuzz, CASES=200000 cases each from SEED=0"
	@echo "make sanitize the kernels' checks and fuzzer under AddressSanitizer and UBSan"

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml CMakeLists.txt $(KERNELS) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all,test]"
	@touch $(STAMP)

env: $(STAMP)

kernels:
	@rm -f $(STAMP)
	@$(MAKE) --no-print-directory env

# The demo needs the package with all its parts; `make test` adds what the tests need to the same environment.
$(PACKAGE): pyproject.toml CMakeLists.txt $(KERNELS) | $(VENV)/bin/python
	@echo "Installing sumscope into $(VENV) (compiles the kernels; a minute or two) ..."
	@if [ -e $(STAMP) ]; then $(MAKE) --no-print-directory env; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all]"; fi
	@touch $(PACKAGE)

demo: $(PACKAGE)
	$(BIN)/sumscope demo
	@echo "Start the workbench with: $(BIN)/sumscope serve --db sumscope-demo/workbench.db"

PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup
test: env
	$(PYTEST) -m "not nightly and not all_only"

# The same with 60 examples of Hypothesis in place of 20, then what `make test` leaves out: whole
# reproductions, release checks, the site, faults by many kills.
test-all: export HYPOTHESIS_PROFILE := ci
test-all: test
	$(PYTEST) -m "all_only and not nightly"

nightly: env
	$(BIN)/python -m pytest -m nightly

# Each file of tests/fuzz takes --cases and --seed, and fails with the number of the case.
CASES ?= 200000
SEED ?= 0
fuzz: env
	@for script in tests/fuzz/*.py; do \
	  $(BIN)/python $$script --cases $(CASES) --seed $(SEED) || exit 1; done

sanitize: env
	$(BIN)/python scripts/sanitize.py

lint: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if clang-format --version 2>/dev/null | grep -q "version 14\."; then \
	  clang-format --dry-run -Werror $(KERNELS); \
	else echo "clang-format 14 is not installed: the style of the C++ kernels was not checked"; fi
	@if npx --no -- $(PRETTIER) --version >/dev/null 2>&1; then \
	  npx --no -- $(PRETTIER) --check --log-level warn $(SCRIPTS); \
	else echo "$(PRETTIER) is not installed (make format fetches it): the style of the page modules was not checked"; fi
	@if command -v tsc >/dev/null; then tsc -p .; \
	else echo "tsc is not installed (Debian: node-typescript): the types of the page modules were not checked"; fi

format: env
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if command -v clang-format >/dev/null; then clang-format -i $(KERNELS); fi
	@if command -v npx >/dev/null; then npx --yes -- $(PRETTIER) --write --log-level warn $(SCRIPTS); \
	else echo "npx is not installed: the page modules were not formatted"; fi

docs: env
	$(BIN)/python scripts/make_reference.py
	$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees -c docs . site
	$(BIN)/python scripts/make_gallery.py site/components.html
	@echo "site/index.html"

papers: env
	$(BIN)/python scripts/make_papers.py

# QUICK=1 takes smaller sizes.
bench: env
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[all,test,bench]"
	$(BIN)/python scripts/make_benchmarks.py $(if $(QUICK),--quick)

clean:
	rm -rf $(VENV) build dist site sumscope-demo .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

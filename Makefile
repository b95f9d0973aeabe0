# The two commands of the README are `make demo` and `make test`; `make check` is what CI runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CELLS ?= 100000
SECONDS ?= 60
JUDGE := .oracle

.PHONY: demo test check format corpus oracle agreement bench papers docs clean

demo: $(VENV)/installed
	$(BIN)/masume solve nurikabe-2007

test: $(VENV)/tested
	$(BIN)/pytest -n 2

check: $(VENV)/tested
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

corpus: $(VENV)/tested
	MASUME_CORPUS_CELLS=$(CELLS) MASUME_CORPUS_SECONDS=$(SECONDS) $(BIN)/pytest -n 2 tests/test_corpus.py

oracle: $(VENV)/tested
	command -v npm > /dev/null && npm install --silent --no-audit --no-fund --prefix $(JUDGE) pzpr@0.10.1 || \
		echo "npm or the package pzpr is missing: the judge cannot be asked"
	NODE_PATH=$(CURDIR)/$(JUDGE)/node_modules $(BIN)/pytest -n 2 -rs tests/test_oracle.py

agreement: $(VENV)/tested
	$(BIN)/python benchmarks/agreement.py --seconds $(SECONDS)

docs: $(VENV)/tested
	$(BIN)/masume rules --markdown > docs/rules.md

bench: $(VENV)/tested
	$(BIN)/python benchmarks/timing.py

papers: $(VENV)/tested
	$(BIN)/masume bench papers --jobs 2 --time-limit 30 --plots docs/plots > papers-tables.md
	mv papers-tables.md docs/papers-tables.md

clean:
	rm -rf $(VENV) $(JUDGE) .agreement.jsonl masume-papers.jsonl papers-tables.md build dist src/*.egg-info

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml | $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/tested: pyproject.toml | $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test,choco,cp,plots]"
	touch $@ $(VENV)/installed

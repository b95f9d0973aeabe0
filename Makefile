# The README's two commands are `make demo` and `make test`.  CI runs `make check`, with all random boards of every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CELLS ?= 100000
SECONDS ?= 60
BOARDS ?= 1000
DRAWS ?= 20
BENCH ?=
LOOKS ?=
WEB ?=
SHEETS ?=
JUDGE := .oracle
NPM := .npm
PYTEST := $(BIN)/pytest -n 2 --dist worksteal

NATIVE := setup.py $(wildcard native/*.cpp native/*.hpp)
CLINGO_H = $(shell $(BIN)/python -c "import clingo; print(clingo.__path__[0])")
SANITIZED := .sanitized
SANITIZE := $(CXX) -std=c++17 -O1 -g -fPIC -Wall -Wextra -Werror -fsanitize=address,undefined -fno-sanitize-recover=all -Inative
OBJECTS := $(patsubst native/%.cpp,$(SANITIZED)/%.o,$(wildcard native/*.cpp))
# What the tests in C++ use: everything but the parts that need clingo.
TESTED := $(filter-out $(patsubst %,$(SANITIZED)/%.o,clingo_solver program interface reasoner_interface),$(OBJECTS))

.PHONY: demo web test check types-of-page browser bench-web page-pictures format corpus generated explanations oracle agreement sanitize differential bench looks papers docs contact-sheets generated-sheets clean

demo: $(VENV)/installed
	$(BIN)/masume solve nurikabe-2007

# WEB="--port 8000" passes options.
web: $(VENV)/with-web
	$(BIN)/masume web $(WEB)

test: $(VENV)/tested
	$(PYTEST)

check: $(VENV)/tested
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) --thorough

# The page: the types of its scripts, then every genre played in Chromium, which has to be there; npm brings the tools.
types-of-page: $(NPM)/installed
	$(NPM)/node_modules/.bin/tsc -p src/masume/web/jsconfig.json

browser: types-of-page $(VENV)/tested
	MASUME_NPM=$(CURDIR)/$(NPM) $(PYTEST) --browser tests/browser

bench-web: $(VENV)/tested
	@$(BIN)/python benchmarks/web.py

page-pictures: $(VENV)/tested
	$(BIN)/python tools/page_pictures.py

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

corpus: $(VENV)/tested
	MASUME_CORPUS_CELLS=$(CELLS) MASUME_CORPUS_SECONDS=$(SECONDS) $(PYTEST) tests/test_corpus.py

generated: $(VENV)/tested
	MASUME_GENERATED=$(BOARDS) $(PYTEST) tests/test_generating.py

explanations: $(VENV)/tested
	MASUME_EXPLAINED_SECONDS=$(SECONDS) $(PYTEST) tests/test_explaining_corpus.py

oracle: $(VENV)/tested
	command -v npm > /dev/null && npm install --silent --no-audit --no-fund --prefix $(JUDGE) pzpr@0.10.1 || \
		echo "npm or the package pzpr is missing: the judge cannot be asked"
	NODE_PATH=$(CURDIR)/$(JUDGE)/node_modules $(PYTEST) -rs tests/test_oracle.py

agreement: $(VENV)/tested
	$(BIN)/python benchmarks/agreement.py --seconds $(SECONDS)

docs: $(VENV)/tested
	$(BIN)/masume rules --markdown > docs/rules.md
	$(BIN)/python tools/gallery.py
	$(BIN)/python tools/explanations.py
	$(BIN)/python tools/technique_guides.py
	$(BIN)/python tools/stories.py
	$(BIN)/python tools/ratings.py
	$(BIN)/python tools/run_notebook.py

# Chromium and pdftoppm have to be there.
contact-sheets: $(VENV)/tested
	$(BIN)/python tools/contact_sheet.py

# Boards by level and symmetry, to look at; SHEETS="--genre corral --size 10x10" passes options.
generated-sheets: $(VENV)/tested
	$(BIN)/python tools/generated_sheet.py $(SHEETS)

# The algorithms by themselves, then the whole extension under the contract of engines.
sanitize: $(patsubst tests/native/%.cpp,$(SANITIZED)/%,$(wildcard tests/native/test_*.cpp)) $(SANITIZED)/_native.so
	for test in $(SANITIZED)/test_*; do echo $$test && $$test || exit 1; done
	rm -rf $(SANITIZED)/masume && cp -r src/masume $(SANITIZED) && rm -f $(SANITIZED)/masume/engines/_native*.so
	cp $(SANITIZED)/_native.so $(SANITIZED)/masume/engines
	PYTHONPATH=$(SANITIZED) LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
		ASAN_OPTIONS=detect_leaks=0 $(BIN)/python -m pytest --thorough -k native tests/test_engines.py

$(SANITIZED)/%.o: native/%.cpp $(NATIVE) | $(VENV)/tested
	mkdir -p $(SANITIZED)
	$(SANITIZE) -I$(CLINGO_H) -c $< -o $@

$(SANITIZED)/test_%: tests/native/test_%.cpp tests/native/laws.hpp $(TESTED)
	$(SANITIZE) -rdynamic -I$(CLINGO_H) $< $(TESTED) -o $@

$(SANITIZED)/_native.so: $(OBJECTS)
	$(SANITIZE) -shared $^ -o $@

differential: $(VENV)/tested
	MASUME_DRAWS=$(DRAWS) $(PYTEST) --thorough tests/test_native.py

# Markdown on standard output: make --silent bench BENCH="--boards 20 --cold" > speed.md
bench: $(VENV)/tested
	@$(BIN)/masume bench speed $(BENCH)

# Markdown on standard output: MASUME_CORPUS=FOLDER make --silent looks LOOKS="--genre corral --size 10x10" > looks.md
looks: $(VENV)/tested
	@PYTHONPATH=tests $(BIN)/python benchmarks/looks.py $(LOOKS)

papers: $(VENV)/tested
	$(BIN)/masume bench papers --jobs 2 --time-limit 30 --plots docs/plots > papers-tables.md
	mv papers-tables.md docs/papers-tables.md

clean:
	rm -rf $(VENV) $(JUDGE) $(NPM) $(SANITIZED) src/masume/engines/_native*.so .agreement.jsonl masume-papers.jsonl papers-tables.md build dist src/*.egg-info

$(NPM)/installed: Makefile
	npm install --silent --no-audit --no-fund --no-package-lock --prefix $(NPM) typescript@5.9.3 axe-core@4.11.0
	touch $@

$(VENV)/created:
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: pyproject.toml $(NATIVE) | $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/with-web: pyproject.toml $(NATIVE) | $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[web]"
	touch $@ $(VENV)/installed

$(VENV)/tested: pyproject.toml $(NATIVE) | $(VENV)/created
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test,choco,cp,pictures,plots,web]"
	touch $@ $(VENV)/installed $(VENV)/with-web

# anonymiza. `make run` opens the product, `make test` proves it, `make help` lists the rest.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
DATA   ?= var
PORT   ?= 8000
export UV_NO_PROGRESS = 1
export VIRTUAL_ENV = $(CURDIR)/$(VENV)

.DEFAULT_GOAL := help
.PHONY: help install run test check bench fuzz train evaluate quick lock fix messages sample clean browser office

help:  ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

$(VENV)/.uv: requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 13))' \
	  || { echo 'Python 3.11 or 3.12 is needed: make PYTHON=/path/to/python3.11 …'; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
	  || { echo 'python3-venv is missing. On Debian or Ubuntu: apt-get install -y python3-venv'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --require-hashes --only-binary :all: -r requirements-uv.lock
	@touch $@

$(VENV)/.run: $(VENV)/.uv requirements.lock pyproject.toml
	$(UV) pip install -q --no-deps --require-hashes --no-build -r requirements.lock
	$(UV) pip install -q --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	$(UV) pip install -q --no-deps --require-hashes --no-build -r requirements-dev.lock
	@touch $@

install: $(VENV)/.run  ## set up the virtual environment; then .venv/bin/anonymiza is the command line

run: install  ## set everything up and open the product with a sample expediente
	ANONYMIZA_DATA=$(abspath $(DATA)) $(BIN)/python manage.py start --port $(PORT) --sample

browser: $(VENV)/.dev
	@sh scripts/browser.sh
	@sh scripts/reader.sh

office:
	@sh scripts/office.sh

test: $(VENV)/.dev browser office  ## every check and every test: SQLite, then real PostgreSQL and Redis, browser, crashes
	$(MAKE) check
	$(BIN)/python -m pytest --ignore tests/services
	$(BIN)/python scripts/with_services.py $(BIN)/python -m pytest tests/review tests/anonymiza tests/services

quick: $(VENV)/.dev  ## the fast tests only
	$(BIN)/python -m pytest -m "not browser and not crash and not services" -n 2

check: $(VENV)/.dev  ## ruff, mypy strict, import contracts, migrations, templates, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy anonymiza review pipeline
	$(BIN)/lint-imports --no-cache
	$(BIN)/python manage.py check --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/python scripts/messages.py --check
	$(BIN)/hadolint Dockerfile
	$(BIN)/compose-lint compose.yaml >/dev/null

bench: $(VENV)/.dev  ## speed and memory, beside the peers, ratios in one run
	$(BIN)/python scripts/bench.py

evaluate: $(VENV)/.dev  ## quality against gold and corpora (ANONYMIZA_CORPORA), beside the peers, and the swap test
	@PYTHON=$(BIN)/python JOBS="$(JOBS)" JSON="$(JSON)" sh scripts/evaluate.sh

fuzz: $(VENV)/.dev  ## throw mutated files at the readers, writers and the verifier: MINUTES=60 of processor time
	nice -n 19 $(BIN)/python scripts/fuzz.py --minutes $(or $(MINUTES),60) $(FORMATS)

train: $(VENV)/.dev  ## train both models again: CORPORA=folder ENCODER=wheel (see training/README.md)
	$(BIN)/python -W ignore -m training.train --corpora "$(CORPORA)" --out pipeline/models/nombres
	$(BIN)/python -m training.calibrate --corpora "$(CORPORA)"
	$(UV) pip install -q torch==2.13.0
	$(BIN)/python -W ignore -m training.context --corpora "$(CORPORA)" --encoder "$(ENCODER)" --out pipeline/models/contexto
	$(BIN)/python -m training.context_scores
	$(BIN)/python -m training.name_chances --corpora "$(CORPORA)"

messages: $(VENV)/.dev  ## collect and compile the translations
	$(BIN)/python scripts/messages.py

sample: $(VENV)/.dev  ## write the sample expediente again
	$(BIN)/python scripts/make_sample.py

fix: $(VENV)/.dev  ## format and mend what ruff can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(VENV)/.dev  ## resolve the locked requirements again
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	  --custom-compile-command 'make lock' pyproject.toml -o requirements.lock
	$(UV) pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	  --custom-compile-command 'make lock' --group dev pyproject.toml -o requirements-dev.lock
	$(BIN)/python scripts/uv_lock.py

clean:  ## remove the virtual environment and caches (not the data)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info

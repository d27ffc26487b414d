# Everything that can be done with this program. Each target makes what it needs itself; the second time is quick.
#
#   make run      watch a table (the demo table where there is no camera); ARGS="--camera usb:0 --game reversi"
#   make club     run the club server; ARGS="--port 8080", or a command of its own: ARGS="broker club"
#   make test     check what catches most, in a few minutes
#   make test-all check everything
#   make trust    attack the box and let accidents happen to it, half an hour long; run as root it leaves nothing out
#   make lint     check style, spelling and types only
#   make bench    measure what the docs state into measurements/; PHOTOS=DIR: with photographs; ARGS=--quick: some minutes
#   make docs     fill the documents in from measurements/, and write docs/reference/
#   make install  make the box start with the machine (uses sudo);  make uninstall
#   make image    install the box into an image of Raspberry Pi OS: BASE=raspios.img ARGS="--wifi NAME --country JP"
#   make test-arm64   have the box do on 64-bit Arm, run by qemu, what it does here (uses sudo; an hour the first time)
#   make clean    remove what was made here
#
# PYTHON chooses the Python to use: make run PYTHON=python3.13

SHELL := /bin/sh
PYTHON ?= python3
ARGS ?=
PHOTOS ?=

ENV := .venv
AXE := tests/web/node_modules/axe-core/axe.min.js
HOME_ASSISTANT := build/home-assistant
BIN := $(ENV)/bin
# Twice quiet: only errors are shown, since a line of ours before each says what takes long.
PIP_INSTALL := -m pip install --quiet --quiet --no-input --disable-pip-version-check --no-deps
PIP := $(BIN)/python $(PIP_INSTALL)
# Two processes more than there are cores: many tests wait for a browser, a process or a camera.
PYTEST := $(BIN)/python -m pytest --numprocesses=$(shell expr $$(nproc) + 2) --dist=worksteal
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

.PHONY: help run club test test-all pytest pytest-full trust lint axe home-assistant bench docs environment install uninstall image lock fonts \
	test-picamera2 test-arm64 clean

help:
	@sed -n 's/^#   //p' Makefile

run: environment
	@$(BIN)/jarapon run $(ARGS)

club: $(ENV)/with-club
	@$(BIN)/jarapon club $(ARGS)

# Without compiled modules every process that the tests start, and there are hundreds, would compile the whole program.
test test-all trust: export PYTHONDONTWRITEBYTECODE :=

# Style and types are checked beside the tests.
test:
	@$(MAKE) --no-print-directory $(ENV)/tested-with axe
	@$(MAKE) --no-print-directory --jobs=2 lint pytest

pytest: $(ENV)/tested-with
	$(PYTEST) -m 'not full and not trust'

test-all: test
	@$(MAKE) --no-print-directory home-assistant
	@$(MAKE) --no-print-directory pytest-full

pytest-full: $(ENV)/tested-with
	$(PYTEST) -m 'full and not trust'

# All in one process, which a test that hangs ends; none is given up that only takes long. Then what must hold for every
# game and every message, on other examples each time.
trust: $(ENV)/tested-with
	$(BIN)/python -m pytest -m '' -rs --numprocesses=0 -o faulthandler_timeout=3600 tests/trust
	$(PYTEST) --hypothesis-profile=chance tests/engines tests/device/calls tests/device/phones tests/device/config

lint: $(ENV)/tested-with
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell README.md docs device/texts/en
	$(BIN)/mypy

# axe-core looks whether pages shut people out, AsyncAPI's schema whether docs/reference/asyncapi.json is AsyncAPI.
# Without npm their tests are skipped, and say so.
axe:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(AXE); \
		else echo "npm is missing: axe-core and AsyncAPI's schema will check nothing (sudo apt install npm)"; fi

$(AXE): tests/web/package.json tests/web/package-lock.json
	@echo "Installing axe-core and AsyncAPI's schema for the tests ..."
	@cd tests/web && npm ci --silent --no-audit --no-fund --ignore-scripts
	@touch $@

# Home Assistant itself is shown what tables publish. It pins other versions of packages than ours, and its last version
# for Python 3.11 knows no Python after 3.12: there its tests are skipped, and say so.
home-assistant:
	@if $(PYTHON) -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; \
		then $(MAKE) --no-print-directory $(HOME_ASSISTANT)/installed; \
		else echo "Home Assistant will not be tried: it needs Python 3.11 or 3.12 (choose one with PYTHON=...)"; fi

$(HOME_ASSISTANT)/installed: tests/support/web/requirements-home-assistant.txt
	@echo "Installing Home Assistant for the tests ..."
	@rm -rf $(HOME_ASSISTANT)
	@$(PYTHON) -m venv $(HOME_ASSISTANT)
	@$(HOME_ASSISTANT)/bin/python $(PIP_INSTALL) -r $<
	@touch $@

bench: environment
	$(BIN)/jarapon bench all $(ARGS) $(if $(PHOTOS),--photos $(PHOTOS))

docs: environment
	$(BIN)/python -m tools.docs
	$(BIN)/python -m web.mqtt.asyncapi

environment: $(ENV)/installed

# The Pi's camera and pins come with the system's Python (python3-picamera2, python3-lgpio) and from nowhere else, so
# where they are there the environment sees the system's packages too.
$(ENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed: sudo apt install python3, or choose one with PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "Python's venv is needed: sudo apt install python3-venv"; exit 1; }
	@echo "Making an environment for the program in $(ENV) ..."
	@rm -rf $(ENV)
	@$(PYTHON) -m venv $(shell $(PYTHON) -c 'import importlib.util as u; \
		print("--system-site-packages" * any(map(u.find_spec, ("picamera2", "lgpio"))))') $(ENV)
	@touch $@

$(ENV)/installed: $(ENV)/made requirements.lock pyproject.toml
	@echo "Installing what the program needs (a minute or two the first time) ..."
	@$(PIP) -r requirements.lock
	@echo "Installing the program itself ..."
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(ENV)/with-club: $(ENV)/installed requirements-club.lock
	@echo "Installing what the club server needs ..."
	@$(PIP) -r requirements-club.lock
	@touch $@

$(ENV)/tested-with: $(ENV)/installed requirements-test.lock
	@echo "Installing what the tests need (a minute the first time) ..."
	@$(PIP) -r requirements-test.lock
	@touch $@

install:
	$(SUDO) systemd/install.sh

uninstall:
	$(SUDO) systemd/install.sh --uninstall

# ARGS are those of `jarapon first-boot`. BOX=FILE is where the image goes.
BOX ?= build/jarapon.img
image: environment
	@test -f "$(BASE)" || { echo "Name an unpacked image of Raspberry Pi OS (64-bit): make image BASE=raspios.img"; exit 1; }
	rm -rf build/first-boot
	$(BIN)/jarapon first-boot --out build/first-boot $(ARGS) >/dev/null
	$(SUDO) systemd/image.sh "$(BASE)" build/first-boot "$(BOX)"

# After a change of the dependencies in pyproject.toml. With Python 3.11, so that the versions fit every later one too.
lock:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "The lock files are made with Python 3.11: make lock PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv build/lock
	build/lock/bin/pip install --quiet pip-tools
	CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/pip-compile $(COMPILE) --output-file=requirements.lock pyproject.toml
	CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/pip-compile $(COMPILE) --extra=club \
		--constraint=requirements.lock --output-file=requirements-club.lock pyproject.toml
	CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/pip-compile $(COMPILE) --extra=test --extra=club \
		--constraint=requirements-club.lock --output-file=requirements-test.lock pyproject.toml

COMPILE := --quiet --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	--annotation-style=line --allow-unsafe --build-deps-for=editable

# The display's fonts, from Debian's package xfonts-mplus.
fonts: $(ENV)/tested-with
	$(BIN)/python -m tools.fonts

# The real Picamera2 on a camera of libcamera's that shows photographs: see the script. Needs root, Debian and 2 GB.
test-picamera2:
	$(SUDO) tests/support/device/picamera2_root.sh build/picamera2

# Debian 13 for 64-bit Arm in a folder of its own: see the script. Needs root, qemu and 2 GB. PHOTOS=DIR: what is read.
test-arm64: environment
	$(SUDO) env ALL=$(ALL) tests/support/arm64/prove.sh build/arm64 $(PHOTOS)

clean:
	rm -rf $(ENV) tests/web/node_modules build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

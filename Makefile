# What a person types. Everything is built once and kept in a cache outside the checkout (see lab/common.sh).
SHELL := /bin/bash
.DEFAULT_GOAL := help

VENV := $(shell . lab/common.sh && venv_directory)
export PATH := $(VENV)/bin:$(PATH)
export GROUNDWORK_CACHE := $(shell . lab/common.sh && echo $$CACHE)
export GROUNDWORK_IMAGE := $(shell . lab/common.sh && image_reference)
export GROUNDWORK_IMAGE_TRIXIE := $(shell . lab/common.sh && image_reference trixie)
export GROUNDWORK_IMAGE_SSH := $(shell . lab/common.sh && image_reference bookworm-ssh)
export ANSIBLE_COLLECTIONS_PATH := $(CURDIR)/.build
step = @tests/step
# What takes minutes by its nature, or shows on a host what made-up ones show too, is for `make test-long`.
marked := -m "$(if $(LONG),long,not long)"
# Spark's and Java's own processes there live for less than a minute, where the second compiler costs more than it gains.
# The collection is the tarball's, which a path of `make env` would hide.
molecule := env -u PYTHONPATH NO_COLOR=1 PYTEST_ADDOPTS='$(if $(LONG),,-m "not long")' JDK_JAVA_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' molecule test -s

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-17s %s\n", $$1, $$2}'

.PHONY: env
env: ## Print what a shell needs to run one test by itself: eval "$(make -s env)"
	@printf 'export %s=%q\n' PATH "$$PATH" PYTHONPATH .build ANSIBLE_COLLECTIONS_PATH "$$ANSIBLE_COLLECTIONS_PATH" \
	  GROUNDWORK_CACHE "$$GROUNDWORK_CACHE" GROUNDWORK_IMAGE "$$GROUNDWORK_IMAGE" \
	  GROUNDWORK_IMAGE_TRIXIE "$$GROUNDWORK_IMAGE_TRIXIE"

.PHONY: setup
setup: ## Install and build what the other targets need, once
	@lab/setup

demo bench-tuning lint: export ANSIBLE_CONFIG := $(CURDIR)/lab/ansible.cfg

.PHONY: demo
demo: setup ## Show the whole way: a host made, tuned, provisioned and validated (KEEP=1 leaves it running)
	@lab/demo

.PHONY: lab
lab: setup ## Make the lab's host and leave it running
	@lab/scenario create
	@echo 'Provision it with: eval "$$(make -s env)" && ANSIBLE_CONFIG=lab/ansible.cfg ansible-playbook playbooks/site.yml'

.PHONY: lab-destroy
lab-destroy: setup ## Remove the lab's host and put the kernel's values back
	@lab/scenario destroy

.PHONY: setup-test
setup-test: ## Install and build what the tests need beside that: a browser, a Debian 13 host, Kafka's versions
	@lab/setup browser trixie java versions

# Containers share the kernel's values: while the scenario default puts them back, no other one may need them tuned, so those wait
# for it. What takes longest comes first, but for lint: it is short, and nothing is to come between the two scenarios, which one lane
# runs one after the other for most of the hour. The plugins' unit tests are among what sanity runs.
.PHONY: test
test: setup-test ## Run what shows that it works, in lanes beside one another, in about an hour
	@MAKE=$(MAKE) tests/lanes 3 scenario spark repository lint sanity :scenario scenario-kraft admin controllers \
	  changes-short ensemble oracle disks

.PHONY: test-long
test-long: setup-test ## Run the rest, in hours: more clusters, releases and machines, certificates that expire, kills in every phase, a whole day
	@MAKE=$(MAKE) LONG=1 tests/lanes 2 scenario scenario-vm :scenario scenario-cluster admin scenario-secured scenario-debian13 scenario-ipv6 \
	  ensemble spark repository days

.PHONY: lint
lint: setup ## Check form: ruff, mypy, yamllint, ansible-lint, antsibull
	$(step) "ruff check" ruff check .
	$(step) "ruff format" ruff format --check .
	$(step) "mypy" tests/types
	$(step) "shellcheck" shellcheck .ci/run $(filter-out %.cfg %.d %.txt %.sh %file lab/kafka lab/certificates,$(wildcard lab/*)) tests/lanes tests/step tests/types tests/ansible-test tests/changes/run tests/disks/run tests/ensemble/run tests/long/run tests/matrix/run tests/remedies/run tests/spark/matrix tests/spark/run tests/benchmark/exporter tests/benchmark/validation $(wildcard molecule/*/files/*.sh tests/benchmark/*.sh)
	$(step) "yamllint" yamllint --strict .
	$(step) "ansible-lint" env ANSIBLE_INVENTORY=inventories/lab,inventories/example_mirror ansible-lint
	$(step) "antsibull-docs" antsibull-docs lint-collection-docs --plugin-docs .build/ansible_collections/groundwork/kafka
	$(step) "antsibull-changelog" antsibull-changelog lint

.PHONY: unit
unit: setup ## Test the plugins' logic
	$(step) "unit tests" env PYTHONPATH=.build pytest -q -n 2 tests/unit

.PHONY: repository
repository: setup ## Test the repository's own rules: its lab, its documents, its examples
	$(step) "repository tests" env PYTHONPATH=.build pytest -q -n 2 --durations 10 $(marked) tests/repository

.PHONY: oracle
oracle: ## Hold what is read of a host's files against the programs that read them (GROUNDWORK_ORACLE_EXAMPLES=5: more)
	@lab/setup trixie versions
	$(step) "oracle tests" env PYTHONPATH=.build pytest -q tests/oracle

.PHONY: disks
disks: setup ## Make, mount and break disks: loop devices, in a mount namespace of their own
	$(step) "disk tests" tests/disks/run

.PHONY: ensemble
ensemble: setup ## Grow ensembles of real ZooKeeper servers, and show what is refused
	$(step) "ensemble tests" tests/ensemble/run $(marked)

.PHONY: admin
admin: setup ## Ask small real clusters over their admin API, with a broker killed
	$(step) "admin tests" tests/admin/run $(marked)

.PHONY: changes
changes: setup ## Change each input on clusters that hold data, and hold what happens against its kind
	@lab/setup java versions
	$(step) "changes" tests/changes/run

.PHONY: changes-short
changes-short: setup ## The same on one host, with one of each kind of change, in minutes
	@lab/setup java versions
	$(step) "changes, the short lane" tests/changes/run -m short

.PHONY: remedies
remedies: setup ## Do what findings and refusals tell people to do, word by word, on hosts that hold data, and see them gone
	@lab/setup java versions
	$(step) "remedies" tests/remedies/run

.PHONY: days
days: setup ## Wait for certificates that expire while servers run, try the newest Kafka, live through a cluster's whole day, have two networks
	@lab/setup java
	$(step) "long tests" tests/long/run

.PHONY: spark
spark: ## Test the Spark application, against a real broker and in a browser too
	@lab/setup browser
	$(step) "Spark tests" tests/spark/run $(marked)

.PHONY: matrix
matrix: setup ## Run tune, audit and site with each ansible-core, over ssh, on hosts with different Pythons; then what sparks runs
	$(step) "matrix" tests/matrix/run
	$(step) "Sparks" tests/spark/matrix

.PHONY: sparks
sparks: setup ## Run the core of the Spark tests with each Spark, on each Java that it starts on
	$(step) "Sparks" tests/spark/matrix

.PHONY: controllers
controllers: setup ## The playbooks with the oldest and the newest ansible-core alone
	$(step) "controllers" tests/matrix/run --short

.PHONY: sanity
sanity: setup ## Run ansible-test: sanity, and the unit tests as it runs them
	$(step) "ansible-test sanity" tests/ansible-test sanity
	$(step) "ansible-test units" tests/ansible-test units

.PHONY: scenario
scenario: setup ## Run the Molecule scenario: one host, end to end, from the built tarball
	$(step) "scenario default" $(molecule) default

.PHONY: scenario-secured
scenario-secured: ## Run the Molecule scenario of a secured host: who is refused, what is renewed, where no secret shows
	@lab/setup java
	$(step) "scenario secured" $(molecule) secured

.PHONY: scenario-ipv6
scenario-ipv6: ## Run the Molecule scenario of a KRaft server on IPv6 alone
	@lab/setup java versions
	$(step) "scenario ipv6" $(molecule) ipv6

.PHONY: scenario-debian13
scenario-debian13: ## Run the Molecule scenario of a Debian 13 host
	@lab/setup trixie
	$(step) "scenario debian13" $(molecule) debian13

.PHONY: scenario-cluster
scenario-cluster: ## Run the Molecule scenario of a cluster: three brokers in three racks, three ZooKeeper servers, upgraded
	@lab/setup java versions
	$(step) "scenario cluster" $(molecule) cluster

.PHONY: scenario-kraft
scenario-kraft: ## Run the Molecule scenario of a secured KRaft cluster: three brokers and three controllers, upgraded, one killed, one replaced
	@lab/setup java versions
	$(step) "scenario kraft" $(molecule) kraft

.PHONY: scenario-vm
scenario-vm: ## Run the Molecule scenario of a virtual machine: tuned, booted again, still in force, restored
	@lab/setup machine
	$(step) "scenario vm" $(molecule) vm

.PHONY: bench
bench: bench-tuning bench-validation bench-fleet bench-exporter ## Measure everything that a ratio is claimed of

.PHONY: bench-tuning
bench-tuning: ## Compare tuning with today's modules, and site.yml with pings (HOSTS="1 3 10 30 ssh vm site", ROUNDS=3)
	@lab/setup machine
	@lab/image bookworm-ssh
	@PYTHONPATH=$(CURDIR) python tests/benchmark/bench.py $(or $(HOSTS),1 3 ssh vm site) $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-validation
bench-validation: setup ## Compare the validation with Kafka's own tools and with bare Spark (ROUNDS=5)
	@tests/benchmark/validation $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-fleet
bench-fleet: setup ## Measure the fleet report over 10,000 and 100,000 made-up hosts (ROUNDS=3)
	@PYTHONPATH=$(CURDIR):$(CURDIR)/tests/benchmark python tests/benchmark/fleet.py $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: bench-exporter
bench-exporter: setup ## Compare the JMX exporter's rules out of the table with its usual one, at 1,000 partitions (ROUNDS=3)
	@tests/benchmark/exporter $(if $(ROUNDS),--rounds $(ROUNDS))

.PHONY: build
build: setup ## Build the collection's tarball into .build
	@ansible-galaxy collection build --force --output-path .build

.PHONY: wheel
wheel: setup ## Build the validation by itself as a wheel into .build
	@uv build --quiet --wheel --out-dir .build .

.PHONY: docs
docs: setup ## Write the roles' READMEs, docs/changes.md, docs/remedies.md, docs/health.md and docs/monitoring
	@python docs/role_readmes.py
	@python docs/remedies.py
	@PYTHONPATH=.build python docs/health.py

.PHONY: lock
lock: ## Pin the newest matching versions into requirements.lock, and what tests/long has beside it
	@for pinned in dev:requirements.lock clients:tests/long/requirements.lock; do \
	  uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
	    --group "pyproject.toml:$${pinned%%:*}" --custom-compile-command "make lock" --output-file "$${pinned#*:}" || exit; \
	done

# What a person types. Everything is built once and kept in the cache (see lab/common.sh); `make` alone lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help

CACHE := $(or $(GROUNDWORK_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/groundwork-kafka)
VENV = $(shell . lab/common.sh && venv_directory)
export PATH := $(VENV)/bin:$(PATH)
export GROUNDWORK_IMAGE = $(shell . lab/common.sh && image_reference)
export GROUNDWORK_CACHE := $(CACHE)

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-14s %s\n", $$1, $$2}'
.PHONY: help

setup: ## Install and build what the other targets need, once
	@lab/setup
.PHONY: setup

lab: setup ## Make the lab's host and leave it running
	molecule create -s lab
.PHONY: lab

lab-destroy: setup ## Remove the lab's host and put the kernel's values back
	molecule destroy -s lab
.PHONY: lab-destroy

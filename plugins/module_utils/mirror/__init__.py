# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""MirrorMaker 2 in its dedicated mode: which clusters it copies between, what it is given to read, how far it is.

It may import core and broker.
"""

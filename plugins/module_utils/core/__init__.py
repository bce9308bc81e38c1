# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""The words that all the others speak in: values, settings, findings, errors, and how they are written down.

It imports nothing of the collection.

All of module_utils is private to the collection: other collections and playbooks have no promise about it.
"""

# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""All hosts of an inventory judged together, before any of them is touched.

It may import core, broker, review and server; nothing that runs on a managed host imports it.
"""

# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What all of them speak in: errors and exit codes, progress, interrupts, words for figures, verdicts, results.

It imports no other room.
"""

# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What ansible-test does not know of these tests, as it reads a configuration of its own and not pyproject.toml."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Make the one marker known that unit tests have, which says whose remedy a test follows."""
    config.addinivalue_line("markers", "remedy(name): see pyproject.toml")

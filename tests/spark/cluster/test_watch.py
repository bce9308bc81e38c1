# Copyright: (c) 2026, Groundwork for Kafka contributors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
"""What a watch makes of the brokers that it saw; the test of a soak has it look at a real restart."""

from __future__ import annotations

from spark_validation.cluster.watch import Event, Sighting, absences

ALL = frozenset({1, 2, 3})


def test_brokers_that_never_leave_are_no_event() -> None:
    assert absences([Sighting(0.0, ALL)], 60.0) == []
    assert absences([], 60.0) == []


def test_a_broker_is_away_until_it_is_back() -> None:
    seen = [Sighting(0.0, ALL), Sighting(10.04, ALL - {2}), Sighting(13.5, ALL)]
    assert absences(seen, 60.0) == [Event(10.0, "broker 2 away", 3.5)]


def test_brokers_leave_one_after_the_other_and_one_for_good() -> None:
    seen = [Sighting(0.0, ALL), Sighting(10.0, ALL - {2}), Sighting(12.0, ALL - {1, 2}), Sighting(14.0, ALL - {1})]
    assert absences(seen, 20.0) == [Event(10.0, "broker 2 away", 4.0), Event(12.0, "broker 1 away", 8.0)]


def test_when_nobody_answers_that_is_an_event_of_its_own() -> None:
    seen = [Sighting(0.0, ALL), Sighting(5.0, ALL - {3}), Sighting(6.0, None), Sighting(9.0, ALL)]
    assert absences(seen, 20.0) == [Event(5.0, "broker 3 away", 4.0), Event(6.0, "no answer from the cluster", 3.0)]

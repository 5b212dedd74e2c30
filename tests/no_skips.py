"""In CI a skipped test is a failure: what CI leaves out, nobody checks. `.ci/run` loads this by `-p tests.no_skips`."""

from __future__ import annotations

import os

import pytest

skipped: dict[str, str] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _note(report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    _note(report)


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    # An expected failure is reported as skipped too; it has run.
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        skipped[report.nodeid] = reason


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Turn success into failure. Workers of xdist only report; the controller judges."""
    in_worker = hasattr(session.config, "workerinput")
    if skipped and os.environ.get("CI") == "true" and not in_worker and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name each skipped test and its reason, above the closing line."""
    if skipped and os.environ.get("CI") == "true":
        terminalreporter.section("skipped, which fails in CI")
        for nodeid, reason in sorted(skipped.items()):
            terminalreporter.line(f"{nodeid}: {reason}")

"""Fills the database with an invented log, for `start.py demo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.urls import reverse

from campaigns import demo

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    help = "Fill the database with an invented log and print how to open it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="", help="where the server will be reached, for the printed link")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        _campaign, code = demo.fill()
        self.stdout.write(f"The invented log opens with {address}{reverse('recover')}?code={code}")

"""The games that Kibitz knows, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.game import Rules
from engine.qwirkle.game import QWIRKLE
from engine.qwixx.game import QWIXX

GAMES: Mapping[str, Rules[Any, Any, Any]] = MappingProxyType({rules.name: rules for rules in (QWIRKLE, QWIXX)})

"""The figures for Prometheus: told on request alone, and without an address of others' making."""

from __future__ import annotations

import sys

from prometheus_client.parser import text_string_to_metric_families

from tests.webapp.rendered import reader
from webapp.app import create_app
from webapp.sight import Sight


def test_answers_are_counted_by_their_routes() -> None:
    app = create_app(Sight(reader), {"TESTING": True, "DATABASE": "sqlite://", "METRICS": True})
    client = app.test_client()
    client.get("/")
    for path in ("/no/such/page", "/nor/this"):
        client.get(path)
    client.get("/", headers={"Host": "evil.example"})
    told = client.get("/metrics").get_data(as_text=True)
    families = {family.name: family for family in text_string_to_metric_families(told)}
    counted = {
        (sample.labels["route"], sample.labels["status"]): sample.value
        for sample in families["kibitz_answers"].samples
        if sample.name == "kibitz_answers_total"
    }
    assert counted == {("page.index", "200"): 1, ("none", "404"): 2, ("page.index", "403"): 1}
    assert families["kibitz_streams"].samples[0].value == 0
    assert sys.platform != "linux" or families["process_resident_memory_bytes"].samples[0].value > 2**20
    assert "evil" not in told


def test_nobody_is_told_figures_who_did_not_ask_for_them() -> None:
    assert create_app(Sight(reader), {"DATABASE": "sqlite://"}).test_client().get("/metrics").status_code == 404

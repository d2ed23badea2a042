"""Figures about a server, in the form that Prometheus collects."""

from __future__ import annotations

import time

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.process_collector import ProcessCollector

from webapp.tables.keeper import Keeper

NOWHERE = "none"
"""The route of a request for which there is none: addresses of others' making would be without number."""
BUCKETS = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0, 10.0)
"""Seconds: what is fetched takes milliseconds, a photo about a second."""

blueprint = Blueprint("metrics", __name__)


class Metrics:
    """The figures of one app.

    Args:
        keeper: of the tables.
    """

    def __init__(self, keeper: Keeper) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.answers = Counter("kibitz_answers", "Answers given", ["route", "method", "status"], registry=self.registry)
        self.seconds = Histogram(
            "kibitz_answer_seconds",
            "Seconds until an answer began",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        streams = Gauge("kibitz_streams", "Pages that listen to a table", registry=self.registry)
        streams.set_function(lambda: len(keeper.streams.places))


def measure(app: Flask) -> None:
    """Measures an app, and tells the figures under ``/metrics``."""
    app.extensions["metrics"] = Metrics(app.extensions["tables"])
    app.before_request(begin)
    app.after_request(counted)
    app.register_blueprint(blueprint)


def begin() -> None:
    """Notes when a request came."""
    g.began = time.perf_counter()


def counted(response: Response) -> Response:
    """The answer, counted."""
    metrics: Metrics = current_app.extensions["metrics"]
    route = request.endpoint or NOWHERE
    metrics.answers.labels(route, request.method, str(response.status_code)).inc()
    metrics.seconds.labels(route).observe(time.perf_counter() - g.began)
    return response


@blueprint.get("/metrics")
def figures() -> Response:
    """The figures as they stand."""
    metrics: Metrics = current_app.extensions["metrics"]
    return Response(generate_latest(metrics.registry), content_type=CONTENT_TYPE_LATEST)

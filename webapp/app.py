"""The Flask app: the page and the API of a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException

from calibration.errors import CalibrationError
from calibration.shelf import Shelf
from engine.game import Refusal
from models.loader import ModelError
from webapp import api, assets, page, problems, safety
from webapp.keeping import page as album
from webapp.keeping import routes as photos
from webapp.keeping.album import Album
from webapp.live import routes as live
from webapp.live.lives import Lives
from webapp.openapi import document as openapi
from webapp.profiles import light as profiles_light
from webapp.profiles import own_set as profiles_set
from webapp.profiles import page as profiles_page
from webapp.profiles import routes as profiles
from webapp.profiles import view as profiles_view
from webapp.serving import door, metrics, rates, trust
from webapp.serving.rates import Limiter
from webapp.serving.site import Site
from webapp.sight import Sight
from webapp.storage.folder import data_folder
from webapp.tables import page as table_page
from webapp.tables import routes as tables
from webapp.tables.keeper import Keeper
from webapp.thinking import Paces

UPLOAD_MB = 48
"""The largest photo that a server takes: JPEGs of 50 megapixels have about 25 MB, and each stays in memory."""


def create_app(sight: Sight | None = None, config: Mapping[str, Any] | None = None) -> Flask:
    """Makes the app.

    Args:
        sight: what reads the photos; with the models that Kibitz ships unless told otherwise.
        config: settings that replace the usual ones; ``HOSTS`` lists further names under which it may be asked,
            ``DATABASE`` is the address of the games that are kept, ``PROFILES`` and ``PHOTOS`` are the folders of
            profiles and of kept photos, None for the usual ones, ``SITE`` tells where it is found and whom it lets in,
            and with ``METRICS`` it tells figures about itself.
    """
    app = _bare(config)
    app.extensions["sight"] = sight or Sight()
    app.extensions["profiles"] = Shelf(app.config["PROFILES"])
    app.extensions["tables"] = Keeper(app.config["DATABASE"])
    app.extensions["live"] = Lives(app.extensions["tables"], app.extensions["sight"])
    app.extensions["album"] = Album(app.config["PHOTOS"] or data_folder() / "photos")
    app.extensions["limiter"] = Limiter()
    app.extensions["paces"] = Paces()
    if app.config["METRICS"]:
        metrics.measure(app)
    _guard(app)
    door.hang(app)
    app.before_request(rates.check_rates)
    for blueprint in (
        page,
        api,
        tables,
        table_page,
        live,
        profiles,
        profiles_light,
        profiles_set,
        profiles_view,
        profiles_page,
        photos,
        album,
        openapi,
        trust,
    ):
        app.register_blueprint(blueprint.blueprint)
    return app


def create_doorway(config: Mapping[str, Any]) -> Flask:
    """Makes the app before the door of one that speaks TLS: it needs none, and tells phones how to trust the other.

    Args:
        config: as that of the other.
    """
    app = _bare(config)
    _guard(app)
    app.register_blueprint(trust.blueprint)
    app.register_blueprint(trust.entrance)
    return app


def _bare(config: Mapping[str, Any] | None) -> Flask:
    """An app without a route, with what all need."""
    app = Flask(__name__, static_url_path=assets.address())
    app.config.from_mapping(
        DATABASE=None,
        HOSTS=(),
        MAX_CONTENT_LENGTH=UPLOAD_MB * 2**20,
        MAX_FORM_PARTS=8,
        METRICS=False,
        PHOTOS=None,
        PROFILES=None,
        SITE=Site(),
    )
    app.config.from_mapping(config)
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's own provider has it
    app.extensions["site"] = app.config["SITE"]
    return app


def _guard(app: Flask) -> None:
    """Lets an app answer the right requests, in the right language, and refuse the others in words."""
    safety.guard(app)
    assets.let_keep(app)
    babel = Babel()
    babel.init_app(app, locale_selector=lambda: best_language(babel))
    app.register_error_handler(Refusal, problems.refused)
    app.register_error_handler(CalibrationError, problems.uncalibrated)
    app.register_error_handler(rates.TooFast, rates.too_fast)
    app.register_error_handler(ModelError, problems.without_models)
    app.register_error_handler(HTTPException, problems.http_error)
    app.register_error_handler(Exception, problems.fault)


def best_language(babel: Babel) -> str | None:
    """The language that the reader likes best of those into which the page is translated."""
    languages = [str(locale) for locale in babel.list_translations()]
    return request.accept_languages.best_match(languages)

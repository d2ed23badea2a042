"""The routes under ``/api/v1/photos``: photos that people put right and let this computer keep."""

from __future__ import annotations

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, current_app, request

from vision.photo import read_photo
from webapp.keeping.album import Album, AlbumClosed, AlbumFull, Kept, PhotoUnknown
from webapp.keeping.wishes import LABELS, LabelsWish
from webapp.problems import problem
from webapp.uploads import uploaded
from webapp.wishes import parsed

REQUEST_LIMIT = 2**16
"""Bytes of a request without a photo: three hundred labels take half."""

blueprint = Blueprint("photos", __name__, url_prefix="/api/v1/photos")


@blueprint.get("")
def all_photos() -> dict[str, Any]:
    """The photos that are kept, the newest first."""
    return {"photos": [_kept_json(kept) for kept in _album().photos]}


@blueprint.post("")
def keep() -> tuple[dict[str, Any], int]:
    """Keeps the file ``photo`` with the ``labels`` that say what lies on it, and nothing else that the file tells."""
    upload = uploaded()
    labels = LabelsWish.of({LABELS: parsed(request.form.get(LABELS, ""))}).labels()
    return _kept_json(_album().keep(read_photo(upload.data), labels)), HTTPStatus.CREATED


@blueprint.delete("")
def clear() -> dict[str, Any]:
    """Deletes all photos that are kept."""
    _album().clear()
    return {}


@blueprint.get("/export.zip")
def export() -> Response:
    """All photos that are kept and their labels, in the form that `kibitz evaluate` reads."""
    response = Response(_album().exported(), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="kibitz-photos.zip"'
    return response


@blueprint.get("/<name>.jpg")
def picture(name: str) -> Response:
    """A photo that is kept."""
    return Response(_album().picture(name), mimetype="image/jpeg")


@blueprint.put("/<name>")
def put_right(name: str) -> dict[str, Any]:
    """Takes other ``labels`` of a photo that is kept."""
    request.max_content_length = REQUEST_LIMIT
    return _kept_json(_album().put_right(name, LabelsWish.of(parsed(request.get_data())).labels()))


@blueprint.delete("/<name>")
def remove(name: str) -> dict[str, Any]:
    """Deletes a photo that is kept."""
    _album().remove(name)
    return {}


@blueprint.after_request
def unstored(response: Response) -> Response:
    """The answer, which no cache may keep: what is deleted shall be gone."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.errorhandler(PhotoUnknown)
def unknown(error: PhotoUnknown) -> Response:
    """The answer where there is no such photo."""
    return problem(HTTPStatus.NOT_FOUND, error.reason)


@blueprint.errorhandler(AlbumFull)
def full(error: AlbumFull) -> Response:
    """The answer where a limit is reached."""
    return problem(HTTPStatus.INSUFFICIENT_STORAGE, error.reason)


@blueprint.errorhandler(AlbumClosed)
def closed(error: AlbumClosed) -> Response:
    """The answer while nothing can be kept."""
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, error.reason)


def _album() -> Album:
    album: Album = current_app.extensions["album"]
    return album


def _kept_json(kept: Kept) -> dict[str, Any]:
    return {
        "name": kept.name,
        "kept": datetime.fromtimestamp(kept.at, UTC).isoformat(timespec="seconds"),
        "width": kept.width,
        "height": kept.height,
        "size": kept.size,
        "labels": [_label_json(label) for label in kept.labels],
    }


def _label_json(label: dict[str, Any]) -> dict[str, Any]:
    return {"name": label["name"], "box": label["bbox"], "marks": label["attributes"].get("marks")}

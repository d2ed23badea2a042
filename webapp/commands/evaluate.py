"""`kibitz evaluate`: how well labelled photos are read."""

from __future__ import annotations

import json
from pathlib import Path

import click

from calibration.profile import Profile
from vision.evaluate import Evaluation, PhotoScore, named, score_photos
from vision.labels import LabelledPhoto, LabelsError, read_labels
from vision.overlay import Annotator, overlay
from vision.photo import read_photo
from vision.qwirkle_overlay import Names, Outlines, Places
from vision.qwixx_overlay import DieNames, DieOutlines, SheetMarks
from vision.read import Reader
from webapp.commands import values
from webapp.look import reads
from webapp.terminal import DONE, NOTHING_READ, Unread, blaming, complain, overlay_paths, progress, save


@click.command()
@click.argument("labels", metavar="LABELS.json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("--failures", metavar="DIR", type=click.Path(path_type=Path), help="Draw what failed into a folder.")
@values.profile
def evaluate(labels: str, as_json: bool, failures: Path | None, profile: Profile) -> int:
    """Measure how well the photos of a COCO file are read."""
    try:
        photos = labelled(labels)
    except Unread as unread:
        complain(unread.line)
        return NOTHING_READ
    overlays = overlay_paths([photo.path for photo in photos], failures) if failures else [None] * len(photos)
    reader = Reader()
    with progress(score_photos(photos, reads(reader, profile)), len(photos)) as scores:
        evaluation = Evaluation(tuple(scores))
    for score, path in zip(evaluation.scores, overlays, strict=True):
        if path and not score.perfect:
            draw_failure(score, path, profile)
    click.echo(json.dumps(evaluation.as_json()) if as_json else str(evaluation))
    for error, paths in evaluation.unread.items():
        complain(f"{named([click.format_filename(path) for path in paths])}: {error}")
    return NOTHING_READ if evaluation.unread else DONE


def labelled(labels: str) -> tuple[LabelledPhoto, ...]:
    """The photos of a file of labels, one at least.

    Raises:
        Unread: if there is none.
    """
    with blaming(labels):
        photos = read_labels(labels)
        if not photos:
            raise LabelsError("labels_empty")
    return photos


def draw_failure(score: PhotoScore, path: Path, profile: Profile) -> None:
    """Draws what was read of a photo and what is wrong with that; nothing where it could not be read."""
    if score.seen is None:
        return
    reading, table, dice = score.seen.reading, score.seen.table, score.seen.dice
    annotators: list[Annotator] = [Outlines(reading, table), Names(reading, table)]
    annotators += [SheetMarks(*sheet) for sheet in zip(reading.sheets, score.seen.sheets, strict=True)]
    annotators += [DieOutlines(reading, dice), DieNames(reading, dice)]
    if score.right:  # only the board is wrong
        annotators.append(Places(reading))
    save(path, overlay(read_photo(score.photo.path, lens=profile.lens), [*annotators, score.faults]))

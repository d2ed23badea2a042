"""The words of photos that are kept, in the language of the request."""

from __future__ import annotations

from flask_babel import gettext as _


def keeping_words() -> dict[str, str]:
    """Every sentence by its key; names in braces are filled in by the page."""
    return {
        "keep_photo": _(
            "May photos that you put right be kept, with what you said? They stay on the computer that runs Kibitz, "
            "without the place where they were taken, until somebody deletes them."
        ),
        "photo_is_kept": _("This photo is kept, with what you put right."),
        "photos_kept": _("{count} photos, {megabytes} MB"),
        "photos_kept_one": _("One photo, {megabytes} MB"),
        "photo_pieces": _("{count} pieces"),
        "photo_pieces_one": _("one piece"),
        "kept_sheet": _("a sheet with {marks}"),
        "kept_down": _("a tile that shows its back"),
        "kept_ignored": _("something left out, for it was doubtful"),
        "photo_kept_at": _("Photo kept {when}"),
        "photo_delete": _("Delete the photo kept {when}"),
    }

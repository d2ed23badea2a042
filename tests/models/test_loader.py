from __future__ import annotations

import pytest

from models import tile_classifier, tile_finder
from models.loader import REQUIRED_METADATA, ModelError, load


@pytest.mark.parametrize(
    ("name", "classes"), [("tile_finder", tile_finder.CLASSES), ("tile_classifier", tile_classifier.CLASSES)]
)
def test_a_shipped_model_says_what_it_is(name: str, classes: tuple[str, ...]) -> None:
    assert set(REQUIRED_METADATA) <= load(name, classes).metadata.keys()
    assert load(name, classes) is load(name, classes)


def test_a_model_of_other_classes_is_refused_by_name() -> None:
    with pytest.raises(ModelError, match=r"tile_finder.*\(classes\).*install Kibitz again"):
        load("tile_finder", ("up", "sideways"))


def test_a_model_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(ModelError, match=r"no_such_model.*install Kibitz again"):
        load("no_such_model", ("up",))

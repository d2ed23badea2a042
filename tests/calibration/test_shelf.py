"""Profiles and their files: what is kept comes back, and whatever else lies there is refused in one sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.colours import fit_light
from calibration.errors import CalibrationError
from calibration.lens import Lens
from calibration.profile import UNKNOWN, VERSION, Profile
from calibration.shapes import TileSet
from calibration.shelf import Shelf, check_name, profiles_folder
from calibration.view import View

from .swatches import LIGHTS, samples
from .symbols import fitted
from .views import LENSES

PROFILE = Profile(LENSES["wide"])
VIEW = View(960, 540, (0.02, 0.0, -9.0, 0.0, 0.02, -5.0, 0.0, 0.0, 1.0), 0.03, 12)
OWN = Profile(set=TileSet(True, fitted().shapes), view=VIEW)
LIT = Profile(light=fit_light(tiles=samples(light=LIGHTS["warm"]), dice=samples(["red", "white"] * 3, body=False)))


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "profiles")


@pytest.mark.parametrize(
    "profile", [UNKNOWN, *map(Profile, LENSES.values()), LIT, OWN, replace(LIT, lens=PROFILE.lens, set=TileSet(False))]
)
def test_what_is_kept_comes_back(shelf: Shelf, profile: Profile) -> None:
    shelf.write("desk", profile)
    assert shelf.read("desk") == profile
    assert Profile.of_text(profile.as_text()) == profile


@given(
    st.builds(
        Lens,
        width=st.integers(320, 4000),
        height=st.integers(320, 4000),
        focal=st.tuples(*[st.floats(3000, 9000)] * 2),
        middle=st.tuples(*[st.floats(300, 2000)] * 2),
        distortion=st.tuples(*[st.floats(-0.001, 0.001)] * 5),
        error=st.floats(0, 1),
        views=st.integers(0, 99),
    )
)
def test_every_lens_survives_its_text(lens: Lens) -> None:
    assert Profile.of_text(Profile(lens).as_text()).lens == lens


def test_profiles_are_listed_kept_over_and_deleted(shelf: Shelf) -> None:
    assert shelf.names() == ()
    shelf.write("lamp", UNKNOWN)
    shelf.write("Desk-2", PROFILE)
    shelf.write("lamp", PROFILE)
    assert shelf.names() == ("Desk-2", "lamp")
    assert shelf.read("lamp").parts == ("lens",)
    assert sorted(path.name for path in shelf.folder.iterdir()) == ["Desk-2.json", "lamp.json"]  # nothing half-written
    shelf.delete("lamp")
    assert shelf.names() == ("Desk-2",)
    for act in (shelf.read, shelf.delete):
        with pytest.raises(CalibrationError, match="there is no profile “lamp”"):
            act("lamp")


def test_what_is_begun_is_what_there_is_or_new(shelf: Shelf) -> None:
    assert shelf.begun("desk") == UNKNOWN
    shelf.write("desk", PROFILE)
    assert shelf.begun("desk") == PROFILE
    (shelf.folder / "desk.json").write_text("{")
    with pytest.raises(CalibrationError, match="put it elsewhere"):
        shelf.begun("desk")
    with pytest.raises(CalibrationError, match="can't name a profile"):
        shelf.begun("../desk")


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    shelf = Shelf(tmp_path / "file")
    with pytest.raises(CalibrationError, match="can't be opened"):
        shelf.names()
    with pytest.raises(CalibrationError, match="can't be written"):
        shelf.write("desk", PROFILE)


def test_a_light_of_a_great_many_samples_can_be_read_again(shelf: Shelf) -> None:
    dice = samples(["red", "white"] * 1500, body=False)
    light = fit_light(tiles=samples(["red", "green", "blue", "white"] * 1000), dice=dice)
    shelf.write("desk", Profile(light=light))
    assert shelf.read("desk").light == light


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../desk",
        "a/b",
        "a\\b",
        "/etc/passwd",
        ".desk",
        "-desk",
        "a.b",
        "a b",
        "ä",
        "a\0",
        "a\n",
        "x" * 41,
        "nul",
        "COM1",
    ],
)
def test_names_that_could_leave_the_folder_are_refused(shelf: Shelf, name: str) -> None:
    for act in (check_name, shelf.read, shelf.delete, lambda name: shelf.write(name, UNKNOWN)):
        with pytest.raises(CalibrationError, match="can't name a profile"):
            act(name)
    assert not shelf.folder.exists()


def test_files_of_an_older_form_still_tell_what_they_know() -> None:
    told = json.loads(PROFILE.as_text())
    first = {"kibitz_profile": 1, "lens": told["lens"]}
    assert Profile.of_text(json.dumps(first)) == PROFILE
    assert Profile.of_text('{"kibitz_profile": 1, "lens": null}') == UNKNOWN
    with pytest.raises(ValueError, match="other parts"):
        Profile.of_text(json.dumps({**first, "light": None}))


def light_told(
    palette: Mapping[str, Any] | None = None, sample: Mapping[str, Any] | None = None, **changes: Any
) -> str:
    """The text of a profile with a light of which something is changed: of it, of its tiles, of their first sample."""
    told = json.loads(LIT.as_text())
    told["light"] |= changes
    told["light"]["tiles"] |= palette or {}
    told["light"]["tiles"]["samples"][0] |= sample or {}
    return json.dumps(told)


def set_told(shapes: Mapping[str, Any] | None = None, **changes: Any) -> str:
    """The text of a profile with a set of which something is changed: of it, of its shapes."""
    told = json.loads(OWN.as_text())
    told["set"] |= changes
    told["set"]["shapes"] |= shapes or {}
    return json.dumps(told)


def view_told(**changes: Any) -> str:
    told = json.loads(OWN.as_text())
    told["view"] |= changes
    return json.dumps(told)


def lens_told(**changes: Any) -> str:
    told = json.loads(PROFILE.as_text())
    told["lens"] |= changes
    return json.dumps(told)


WHOLE = PROFILE.as_text()
FILES = {
    "profile_foreign": ["", "hello", "[]", "3", "{}", '{"lens": null}', "[" * 100_000, "\ufffd\0\1"],
    "profile_newer": [json.dumps({"kibitz_profile": VERSION + 1}), json.dumps({"kibitz_profile": 99, "x": 1})],
    "profile_damaged": [
        WHOLE[: len(WHOLE) // 2],
        WHOLE.replace("960", "nine"),
        json.dumps({"kibitz_profile": VERSION}),
        json.dumps({"kibitz_profile": "1", "lens": None}),
        json.dumps({"kibitz_profile": True, "lens": None}),
        json.dumps({"kibitz_profile": 0, "lens": None}),
        json.dumps({"kibitz_profile": VERSION, "lens": None, "more": 1}),
        json.dumps({"kibitz_profile": VERSION, "lens": []}),
        json.dumps({"kibitz_profile": VERSION, "lens": {}}),
        lens_told(width="960"),
        lens_told(width=960.0),
        lens_told(width=True),
        lens_told(width=-960),
        lens_told(focal=[700]),
        lens_told(focal=[700, "700"]),
        lens_told(focal=[700, None]),
        lens_told(focal="70"),
        lens_told(distortion=[0, 0, 0, 0, float("nan")]),
        lens_told(distortion=[0, 0, 0, 0, 10**400]),
        lens_told(distortion=[-3, 0, 0, 0, 0]),
        lens_told(unheard_of=1),
        light_told(gains=[1, 1]),
        light_told(gains=[1, 1, 0]),
        light_told(gains=[1, 1, float("inf")]),
        light_told(dice=[]),
        light_told(unheard_of=1),
        light_told(palette={"near": [1, 1, -1]}),
        light_told(palette={"names": ["red"] * 7}),
        light_told(palette={"names": []}),
        light_told(palette={"names": list("ROYGBPW")}),
        light_told(palette={"names": 7}),
        light_told(palette={"names": [["red"]] * 7}),
        light_told(palette={"means": [[1, 2, 3]]}),
        light_told(palette={"means": [[1e308, 1e308, -1e308]] * 7}),
        light_told(palette={"means": "none"}),
        light_told(palette={"spreads": [[0] * 9] * 7}),
        light_told(palette={"spreads": [[1, 2, 0, 0, 1, 0, 0, 0, 1]] * 7}),
        light_told(palette={"unheard_of": 1}),
        light_told(sample={"name": "beige"}),
        light_told(sample={"name": 3}),
        light_told(sample={"face": [1, 2, -3]}),
        light_told(sample={"face": None}),
        light_told(sample={"body": [1, 2]}),
        light_told(sample={"taught": 1}),
        light_told(sample={"unheard_of": 1}),
        set_told(light_bodies=1),
        set_told(unheard_of=1),
        set_told(shapes={"weights": [[0.0] * 37] * 5}),
        set_told(shapes={"weights": [[0.0] * 36] * 6}),
        set_told(shapes={"weights": None}),
        set_told(shapes={"biases": [0.0] * 5}),
        set_told(shapes={"biases": [float("inf")] * 6}),
        set_told(shapes={"unheard_of": 1}),
        view_told(onto_table=[0] * 9),
        view_told(onto_table=[1] * 8),
        view_told(width=1.5),
        view_told(seen=True),
        view_told(error=-1),
        view_told(unheard_of=1),
    ],
}


@pytest.mark.parametrize(("code", "content"), [(code, text) for code, texts in FILES.items() for text in texts])
def test_files_that_are_no_profile_are_refused(shelf: Shelf, code: str, content: str) -> None:
    shelf.folder.mkdir()
    (shelf.folder / "desk.json").write_text(content)
    with pytest.raises(CalibrationError) as refusal:
        shelf.read("desk")
    assert refusal.value.code == code
    assert "\n" not in str(refusal.value)
    shelf.delete("desk")
    assert shelf.names() == ()


@pytest.mark.parametrize(("profile", "step"), [(PROFILE, 1), (LIT, 97)])
def test_every_cut_of_a_file_is_refused_or_still_says_the_same(profile: Profile, step: int) -> None:
    whole = profile.as_text()
    for end in range(0, len(whole), step):
        try:
            assert Profile.of_text(whole[:end]) == profile
        except ValueError:
            continue


def test_what_is_no_file_or_far_too_large_is_foreign(shelf: Shelf) -> None:
    shelf.folder.mkdir()
    (shelf.folder / "folder.json").mkdir()
    os.mkfifo(shelf.folder / "pipe.json")
    (shelf.folder / "large.json").write_text(WHOLE + " " * 2**20)
    (shelf.folder / "bytes.json").write_bytes(bytes(range(256)))
    for name in ("folder", "pipe", "large", "bytes"):
        with pytest.raises(CalibrationError) as refusal:
            shelf.read(name)
        assert refusal.value.code == "profile_foreign"


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CalibrationError, match="can't be written"):
        Shelf(tmp_path / "file").write("desk", PROFILE)


def test_a_failed_write_leaves_the_old_profile(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.write("desk", PROFILE)

    def full(_: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(CalibrationError, match="can't be written"):
        shelf.write("desk", UNKNOWN)
    assert shelf.read("desk") == PROFILE
    assert [path.name for path in shelf.folder.iterdir()] == ["desk.json"]


def test_what_killed_writers_left_is_taken_away_at_the_next_write(shelf: Shelf, tmp_path: Path) -> None:
    shelf.folder.mkdir()
    left, written, others = (
        shelf.folder / name for name in (".kibitz-abc_1234.part", ".kibitz-new_1234.part", ".abc_1234")
    )
    aside = tmp_path / "aside"
    link, folder = shelf.folder / ".kibitz-link.part", shelf.folder / ".kibitz-dir.part"
    for path in (left, written, others, aside):
        path.touch()
    link.symlink_to(aside)
    folder.mkdir()
    for path in (left, others, aside, folder):
        os.utime(path, (0, 0))
    assert shelf.names() == ()
    shelf.write("desk", PROFILE)
    there = {path.name for path in shelf.folder.iterdir()}
    assert there == {"desk.json", written.name, others.name, link.name, folder.name}
    assert aside.exists()


def test_the_folder_is_told_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KIBITZ_PROFILES", str(tmp_path))
    assert profiles_folder() == tmp_path
    monkeypatch.setenv("KIBITZ_PROFILES", "")
    assert profiles_folder().name == "profiles"
    assert "kibitz" in profiles_folder().parts

from __future__ import annotations

import math
from collections import Counter
from dataclasses import fields, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.synthesis import random_dice
from models.synthesis.camera import Camera
from models.synthesis.dice_clutter import solid_body
from models.synthesis.dice_ground import SURFACES
from models.synthesis.dice_look import FORMS, MATERIALS, NAMED, OTHERS, PIPS, TRAINING, UNSEEN, random_die_look
from models.synthesis.dice_scene import DiceScene, DiceTable, RenderedDie, render_dice
from models.synthesis.die import Die, DieLook, Lie, Material, Pips, about, lying, standing
from models.synthesis.die_form import Form
from models.synthesis.layout import Surface
from models.synthesis.lighting import Lighting
from models.synthesis.random_dice import ROLL, DiceRanges, random_dice_scene, random_roll_scene
from models.synthesis.sensor import Sensor
from models.synthesis.sky import Lamp, Sky
from tests.benchmarks.visible import difference

DARK, WHITE = np.zeros(3, np.float32), np.ones(3, np.float32)
BLACK = Surface(np.zeros((8, 8, 3), np.float32))
FLAT = Lighting(slope=0, shadow=0, contact=0, falloff=0)
NIGHT = Sky(DARK, DARK, WHITE)
CLEAN = Sensor(blur=0, flare=0, shot=0, read=0, noise_size=0, smear=0, sharpen=0, vignette=0, quality=0)
ABOVE = Camera(160, 120, 320, 10, sensor=CLEAN)
SLANTED = replace(ABOVE, tilt=math.radians(60), azimuth=1.0, distance=7.0)
BLANK = DieLook(DieColour.WHITE, Form(0.03), Pips(), Material(WHITE, WHITE, WHITE, gloss=0))
DOTTED = replace(BLANK, material=replace(BLANK.material, ink=DARK), pips=Pips(hollow=0))
SMALL = (160, 160, (14.0, 50.0))


def shot(*dice: Die, camera: Camera = ABOVE) -> DiceScene:
    return render_dice(DiceTable(BLACK, dice, NIGHT), camera, FLAT, np.random.default_rng(0))


def show(look: DieLook, value: int, turn: float = 0.3) -> Die:
    return standing(look, 0.1, -0.2, lying(look.faces.index(value), turn))


def upper(scene: DiceScene, die: RenderedDie) -> NDArray[np.uint8]:
    """The upper face alone, brought to a square."""
    square = np.array([[0, 0], [99, 0], [99, 99], [0, 99]], np.float32)
    matrix = cv2.getPerspectiveTransform(die.top.astype(np.float32), square)
    return np.asarray(cv2.warpPerspective(scene.image, matrix, (100, 100)), np.uint8)


# One die


@pytest.mark.parametrize("camera", [ABOVE, SLANTED], ids=["above", "slanted"])
@pytest.mark.parametrize("value", range(1, 7))
def test_pips_are_told_where_they_are_painted(value: int, camera: Camera) -> None:
    scene = shot(show(DOTTED, value), camera=camera)
    (die,) = scene.dice
    assert len(die.pips) == value
    for x, y in np.rint(die.pips).astype(int):
        assert scene.image[y, x].max() < 90
    painted = upper(scene, die)[20:80, 20:80, 0] < 128
    count, _ = cv2.connectedComponents(painted.astype(np.uint8))
    assert count - 1 == value or camera is SLANTED


@pytest.mark.parametrize("left_handed", [False, True])
def test_opposite_faces_sum_to_seven(left_handed: bool) -> None:
    faces = replace(BLANK, left_handed=left_handed).faces
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(faces[i] + faces[i + 1] == 7 for i in (0, 2, 4))


def test_dice_come_in_both_chiralities() -> None:
    right, left = BLANK.faces, replace(BLANK, left_handed=True).faces
    assert (right[0], right[2], right[4]) == (1, 2, 3)
    assert (left[0], left[2], left[4]) == (2, 1, 3)


@pytest.mark.parametrize("face", range(6))
def test_a_die_shows_the_face_it_was_laid_with(face: int) -> None:
    turned = lying(face, 0.7)
    assert np.allclose(turned @ turned.T, np.eye(3))
    assert np.linalg.det(turned) == pytest.approx(1)
    die = standing(BLANK, 0, 0, turned)
    assert die.up == face
    assert die.centre[2] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("changed", [False, True])
def test_a_face_has_as_many_pips_as_its_value(value: int, changed: bool) -> None:
    pips = Pips(deuce=changed, trey=changed, six=changed)
    places = pips.places(value)
    assert len(places) == len({tuple(place) for place in places.round(6).tolist()}) == value
    assert np.allclose(sorted(map(tuple, places)), sorted(map(tuple, -places)))


@pytest.mark.parametrize("name", FORMS)
def test_rays_meet_the_body_where_its_surface_is(name: str) -> None:
    form = FORMS[name](np.random.default_rng(0))
    cloud = form.cloud.T.astype(np.float32)
    assert np.abs(form.distance(cloud)).max() < 1e-3
    assert np.abs(cloud).max() <= 0.5 + 1e-6
    origin = np.array([[3.0], [2.0], [4.0]], np.float32)
    inside = (cloud * np.float32(0.5) - origin) / np.linalg.norm(cloud * np.float32(0.5) - origin, axis=0)
    index, points = form.hits(origin, inside.astype(np.float32))
    assert len(index) == cloud.shape[1]
    assert np.abs(form.distance(points)).max() < 0.005
    assert (np.sum(form.normals(points) * (origin - points), axis=0) > 0).all()


# Labels and pixels


@pytest.mark.parametrize("camera", [ABOVE, replace(ABOVE, distortion=0.06), SLANTED])
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("left_handed", [False, True])
def test_the_label_is_what_the_upper_face_shows(camera: Camera, value: int, left_handed: bool) -> None:
    scene = shot(show(replace(DOTTED, left_handed=left_handed), value, 0.4 * value), camera=camera)
    (die,) = scene.dice
    assert (die.value, die.colour, die.in_play, die.cut) == (value, DieColour.WHITE, True, False)
    face = upper(scene, die)[8:-8, 8:-8, 0]
    assert face.max() > 200
    pips, _ = cv2.connectedComponents((face < 110).astype(np.uint8))
    assert pips - 1 == value


@pytest.mark.parametrize(
    ("pips", "spots"),
    [
        (Pips(hollow=0, outline="square"), 5),
        (Pips(hollow=0, outline="diamond"), 5),
        (Pips(hollow=0, outline="oval"), 5),
        (Pips(0.06, hollow=0, halo=(1.5, 2.0)), 10),
    ],
)
def test_pips_come_in_other_outlines_and_with_rings_about_them(pips: Pips, spots: int) -> None:
    near = replace(ABOVE, width=480, height=360, focal=1000)
    scene = shot(show(replace(DOTTED, pips=pips), 5), camera=near)
    face = upper(scene, scene.dice[0])[8:-8, 8:-8, 0]
    assert cv2.connectedComponents((face < 130).astype(np.uint8))[0] - 1 == spots


@pytest.mark.parametrize("pattern", ["marbled", "speckled", "grained", "streaked", "banded", "cracked", "spotted"])
def test_a_pattern_shows_both_colours_of_the_body(pattern: str) -> None:
    material = replace(BLANK.material, second=DARK, pattern=pattern, contrast=0.8)
    scene, plain = shot(show(replace(BLANK, material=material, grain_seed=3), 1)), shot(show(BLANK, 1))
    darker = upper(scene, scene.dice[0]) < upper(plain, scene.dice[0]).astype(int) - 20
    assert 0.02 < darker[8:-8, 8:-8].mean() < 0.98


@pytest.mark.parametrize("camera", [ABOVE, replace(ABOVE, distortion=0.08, shift=(25.0, 10.0)), SLANTED])
def test_the_box_is_where_the_picture_shows_the_die(camera: Camera) -> None:
    scene = shot(show(BLANK, 3), camera=camera)
    (die,) = scene.dice
    left, top, width, height = cv2.boundingRect((scene.image[..., 0] > 165).astype(np.uint8))
    assert np.allclose(die.box, [left - 0.5, top - 0.5, width, height], atol=1.01)
    assert die.visible == pytest.approx(1, abs=0.06)
    assert (die.top.min(axis=0) > die.box[:2] - 1.5).all()
    assert (die.top.max(axis=0) < die.box[:2] + die.box[2:] + 1.5).all()


def test_the_top_is_the_upper_face_and_not_a_side() -> None:
    (die,) = shot(show(BLANK, 3), camera=SLANTED).dice
    foot = np.column_stack([show(BLANK, 3).foot, np.ones(4)])
    seen = SLANTED.project(foot)
    assert sorted(np.round(die.top, 4).tolist()) == sorted(np.round(seen, 4).tolist())
    assert cv2.contourArea(die.top.astype(np.float32), oriented=True) > 0


def test_what_hides_a_die_is_not_seen_of_it() -> None:
    behind = standing(BLANK, 0.0, 0.0, lying(0, 0.0))
    before = Die(DOTTED, np.array([0.5, 0.0, 2.5]), lying(0, 0.0))
    scene = shot(behind, before)
    hidden, whole = scene.dice
    assert whole.visible > 0.95
    assert 0.1 < hidden.visible < 0.6
    assert hidden.box[2] < whole.box[2]


def test_the_edge_cuts_a_die() -> None:
    (die,) = shot(standing(BLANK, 2.5, 0.0, lying(4, 0.0))).dice
    assert die.cut
    assert die.visible == pytest.approx(0.5, abs=0.12)
    assert die.box[0] + die.box[2] == 159.5


def test_a_die_out_of_the_picture_is_not_labelled() -> None:
    assert shot(standing(BLANK, 6.0, 0.0, lying(4, 0.0))).dice == ()


def test_a_tilted_die_shows_what_points_most_upwards_and_is_not_in_play() -> None:
    turned = about((1.0, 0.0, 0.0), math.radians(35)) @ lying(DOTTED.faces.index(5), 0.0)
    (die,) = shot(standing(DOTTED, 0.0, 0.0, turned, lie=Lie.COCKED)).dice
    assert die.value == 5
    assert not die.in_play


def test_a_squeezed_scene_keeps_its_labels() -> None:
    scene = shot(show(BLANK, 3)).squeezed(90)
    assert scene.image.shape == (90, 160, 3)
    left, top, width, height = cv2.boundingRect((scene.image[..., 0] > 165).astype(np.uint8))
    assert np.allclose(scene.dice[0].box, [left - 0.5, top - 0.5, width, height], atol=1.5)


# Light


def test_the_shadow_falls_away_from_the_lamp() -> None:
    table = DiceTable(Surface(np.ones((8, 8, 3), np.float32)), (show(BLANK, 3),), NIGHT)
    light = Lighting(azimuth=0.0, slope=1.2, shadow=0.8, contact=0, falloff=0)
    image = render_dice(table, ABOVE, light, np.random.default_rng(0)).image
    middle = int(ABOVE.height / 2 - 0.2 * 32)
    assert image[middle, 80 + 40, 1] + 60 < image[middle, 80 - 40, 1]


def test_a_lamp_glares_on_the_upper_face_where_it_is_mirrored() -> None:
    x, y, height = SLANTED.position / np.linalg.norm(SLANTED.position)
    glow = np.full(3, 6.0, np.float32)
    glossy = replace(BLANK, material=Material(DARK, DARK, DARK))
    faces = []
    for side in (1, -1):
        lamp = Lamp(np.array([-side * x, -side * y, height], np.float32), "disc", 0.4, glow)
        table = DiceTable(BLACK, (show(glossy, 3),), replace(NIGHT, lamps=(lamp,)))
        scene = render_dice(table, SLANTED, FLAT, np.random.default_rng(0))
        faces.append(float(upper(scene, scene.dice[0])[30:70, 30:70].mean()))
    assert faces[0] > faces[1] + 60


def test_far_pips_shine_through_a_clear_body() -> None:
    clear = Material(np.array([0.1, 0.1, 0.9], np.float32), DARK, WHITE, gloss=0, clear=1.0)
    spots = []
    for value in (1, 6):
        look = replace(BLANK, material=clear, pips=Pips(hollow=0, radius=0.12))
        scene = shot(show(look, value, 0.0))
        face = upper(scene, scene.dice[0])[5:-5, 5:-5, 1].astype(int)
        spots.append(face)
    # The one lies over the six: where the six has pips and the one has none it is brighter than beside them.
    assert spots[0].std() > 5
    assert np.unique(spots[0] // 8).size > 3


# Chance


def test_equal_seeds_give_equal_scenes() -> None:
    first, second = (random_dice_scene(np.random.default_rng(5), *SMALL) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert len(first.dice) == len(second.dice)
    for one, other in zip(first.dice, second.dice, strict=True):
        assert np.array_equal(one.box, other.box)
        assert (one.value, one.colour, one.lie) == (other.value, other.colour, other.lie)


def test_all_values_colours_and_lies_come() -> None:
    rng = np.random.default_rng(3)
    ranges = DiceRanges(cocked=0.2, stacked=0.1, printed=0.4, hand=0.4, holding=1.0)
    dice = [die for _ in range(40) for die in random_dice_scene(rng, *SMALL, ranges=ranges).dice]
    assert {die.value for die in dice} == set(range(1, 7))
    assert {die.colour for die in dice} == set(DieColour)
    assert {die.lie for die in dice} == set(Lie)
    assert any(die.cut for die in dice)
    for die in dice:
        left, top, width, height = die.box
        assert left >= -0.5
        assert top >= -0.5
        assert left + width <= 159.5
        assert top + height <= 159.5
        assert 0 < die.visible <= 1
        if die.in_play:
            assert cv2.contourArea(die.top.astype(np.float32), oriented=True) > 0


def test_photos_are_blurred_past_knowing() -> None:
    photo = np.zeros((400, 400, 3), np.uint8)
    photo[::20] = 255
    scene = random_dice_scene(np.random.default_rng(1), 64, 64, (9.0, 9.0), [photo], DiceRanges(photo=1.0, tray=0.0))
    assert scene.image.shape == (64, 64, 3)


def test_a_roll_has_its_dice_and_no_more() -> None:
    rng = np.random.default_rng(2)
    for colours in (ROLL, ROLL[:4]):
        dice = random_roll_scene(rng, 240, 240, (14.0, 24.0), colours=colours).dice
        assert Counter(die.colour for die in dice) == Counter(colours)
        assert all(die.in_play and not die.cut and die.visible > 0.85 for die in dice)


def test_blank_dice_differ_from_others_where_these_have_pips_and_nowhere_else() -> None:
    marked, blank = (
        random_roll_scene(np.random.default_rng(3), 240, 240, (18.0, 24.0), ranges=DiceRanges(blank=blank))
        for blank in (False, True)
    )
    apart = difference(marked.image, blank.image)
    dice = np.zeros(apart.shape, bool)
    for die, twin in zip(marked.dice, blank.dice, strict=True):
        np.testing.assert_array_equal(die.box, twin.box)
        x, y, width, height = np.rint(die.box).astype(int)
        dice[y - 4 : y + height + 4, x - 4 : x + width + 4] = True
        assert min(apart[y, x] for x, y in np.rint(die.pips).astype(int)) > 16
    assert np.mean(apart[~dice] > 8) < 0.01


def test_a_roll_too_large_for_the_picture_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_dice, "_ROLLS", 5)
    with pytest.raises(ValueError, match="no room"):
        random_roll_scene(np.random.default_rng(0), 64, 64, (40.0, 40.0))


# What networks never see


def test_the_unseen_kinds_are_others_than_those_learned_from() -> None:
    for kind in fields(TRAINING):
        assert not set(getattr(TRAINING, kind.name)) & set(getattr(UNSEEN, kind.name))


@pytest.mark.parametrize("families", [TRAINING, UNSEEN])
def test_every_kind_can_be_made(families: object) -> None:
    rng = np.random.default_rng(0)
    assert set(TRAINING.forms) | set(UNSEEN.forms) == set(FORMS)
    assert set(TRAINING.pips) | set(UNSEEN.pips) == set(PIPS)
    assert set(TRAINING.materials) | set(UNSEEN.materials) == set(MATERIALS)
    assert set(TRAINING.surfaces) | set(UNSEEN.surfaces) == set(SURFACES)
    assert isinstance(families, type(TRAINING))
    for material in set(families.materials):
        one = replace(families, materials=(material,))
        for colour in DieColour:
            assert random_die_look(rng, colour, one).colour is colour
    for name in set(families.surfaces):
        texture = SURFACES[name](rng)
        assert texture.dtype == np.float32
        assert texture.min() >= 0


@pytest.mark.parametrize("seen", [*DieColour])
def test_pips_stand_out_and_lie_on_the_face(seen: DieColour) -> None:
    rng = np.random.default_rng(4)
    for families in (TRAINING, UNSEEN):
        for _ in range(100):
            look = random_die_look(rng, seen, families)
            assert np.abs(look.material.ink - look.material.body).max() > 0.02
            assert look.pips.spacing > 1.25 * look.pips.radius
            assert look.pips.spacing + look.pips.radius < 0.5


def test_the_names_of_colours_lie_apart() -> None:
    """Strongly coloured ranges keep at least six degrees of hue between two names."""
    spans = [span[0] for colour, ranges in NAMED.items() if colour is not DieColour.WHITE for span in ranges]
    others = [ranges[0] for ranges, _ in OTHERS if ranges[1][0] > 0.25 and ranges[2][0] > 0.43]
    for low, high in spans:
        for other_low, other_high in others:
            gaps = [(other_low - high) % 180, (low - other_high) % 180]
            assert min(gaps) >= 3


@pytest.mark.parametrize("faces", [4, 8, 10, 12, 20])
def test_polyhedra_are_closed(faces: int) -> None:
    corners, found = solid_body(faces)
    assert len(found) == faces
    edges = Counter(frozenset((face[i], face[i - 1])) for face in found for i in range(len(face)))
    assert set(edges.values()) == {2}
    assert len(corners) - len(edges) + faces == 2

"""How dice differ: families of bodies, pips and materials by name, and the colours that people call by one name."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.qwixx.roll import DieColour
from models.synthesis import colour as light
from models.synthesis.die import DieLook, Material, Pips
from models.synthesis.die_form import Form

Light = NDArray[np.float32]
Range = tuple[float, float]
Hsv = tuple[float, float, float]


@dataclass(frozen=True)
class Families:
    """The kinds, by name, of which a set of pictures is made; named twice, a kind is twice as common.

    Args:
        forms: of bodies, see `FORMS`.
        pips: of marks, see `PIPS`.
        materials: see `MATERIALS`.
        surfaces: what covers tables and trays, see `models.synthesis.dice_ground`.
        lamps: the shapes of mirrored lamps, see `models.synthesis.sky.Lamp`.
    """

    forms: tuple[str, ...]
    pips: tuple[str, ...]
    materials: tuple[str, ...]
    surfaces: tuple[str, ...]
    lamps: tuple[str, ...]


TRAINING = Families(
    forms=("sharp", "eased", "eased", "round", "round", "ball", "cornered", "framed", "squat"),
    pips=("common", "common", "common", "large", "small", "casino", "outer", "haloed", "shaped"),
    materials=("glossy",) * 4
    + ("matt", "matt", "pearl", "marbled", "swirled", "swirled", "speckled", "translucent", "translucent", "wood")
    + ("banded", "banded", "cracked", "cracked", "spotted", "pearl"),
    surfaces=("plain", "plain", "wood", "wood", "felt", "felt", "carpet", "cloth", "marble", "printed"),
    lamps=("disc", "window", "window"),
)
"""What networks learn from."""
UNSEEN = Families(
    forms=("bevelled", "pillow"),
    pips=("ringed", "wide"),
    materials=("bone", "frosted", "metallic", "veined"),
    surfaces=("ceramic", "cork", "leather"),
    lamps=("tube", "ring"),
)
"""What they never meet before they are measured."""

FORMS: Mapping[str, Callable[[np.random.Generator], Form]] = {
    "sharp": lambda rng: Form(radius=rng.uniform(0.008, 0.05)),
    "eased": lambda rng: Form(radius=rng.uniform(0.05, 0.13), ball=rng.choice([1.0, rng.uniform(0.72, 0.82)])),
    "round": lambda rng: Form(radius=rng.uniform(0.13, 0.24)),
    "ball": lambda rng: Form(radius=rng.uniform(0.02, 0.1), ball=rng.uniform(0.645, 0.72)),
    "cornered": lambda rng: Form(radius=rng.uniform(0.02, 0.08), corner=rng.uniform(1.2, 1.36)),
    "framed": lambda rng: Form(rng.uniform(0.02, 0.1), plate=rng.uniform(0.4, 0.455), sunk=rng.uniform(0.015, 0.04)),
    "squat": lambda rng: Form(radius=rng.uniform(0.2, 0.28), ball=rng.uniform(0.62, 0.7)),
    "bevelled": lambda rng: Form(radius=rng.uniform(0.01, 0.03), bevel=rng.uniform(0.6, 0.67)),
    "pillow": lambda rng: Form(power=rng.uniform(4.0, 7.0)),
}


def _common(rng: np.random.Generator) -> Pips:
    return Pips(radius=rng.uniform(0.08, 0.105), spacing=rng.uniform(0.22, 0.28), hollow=rng.uniform(0, 1))


def _large(rng: np.random.Generator) -> Pips:
    return Pips(radius=rng.uniform(0.105, 0.125), spacing=rng.uniform(0.25, 0.28), hollow=rng.uniform(0, 1))


def _small(rng: np.random.Generator) -> Pips:
    return Pips(radius=rng.uniform(0.06, 0.08), spacing=rng.uniform(0.18, 0.27), hollow=rng.uniform(0, 1))


def _casino(rng: np.random.Generator) -> Pips:
    return Pips(radius=rng.uniform(0.1, 0.125), spacing=rng.uniform(0.27, 0.31), hollow=0.0)


def _outer(rng: np.random.Generator) -> Pips:
    return Pips(rng.uniform(0.06, 0.09), rng.uniform(0.29, 0.34), hollow=rng.uniform(0, 0.8))


def _haloed(rng: np.random.Generator) -> Pips:
    inner = rng.uniform(1.25, 1.45)
    return Pips(rng.uniform(0.07, 0.09), rng.uniform(0.24, 0.28), 0.0, halo=(inner, inner + rng.uniform(0.15, 0.35)))


def _shaped(rng: np.random.Generator) -> Pips:
    outline = str(rng.choice(["square", "diamond", "oval"]))
    return Pips(rng.uniform(0.08, 0.11), rng.uniform(0.24, 0.29), hollow=rng.uniform(0, 1), outline=outline)


def _ringed(rng: np.random.Generator) -> Pips:
    return Pips(rng.uniform(0.1, 0.12), rng.uniform(0.24, 0.27), 0.0, ring=rng.uniform(0.2, 0.4))


def _wide(rng: np.random.Generator) -> Pips:
    return Pips(radius=rng.uniform(0.07, 0.085), spacing=rng.uniform(0.29, 0.32), hollow=rng.uniform(0.8, 1.2))


PIPS: Mapping[str, Callable[[np.random.Generator], Pips]] = {
    "common": _common,
    "large": _large,
    "small": _small,
    "casino": _casino,
    "outer": _outer,
    "haloed": _haloed,
    "shaped": _shaped,
    "ringed": _ringed,
    "wide": _wide,
}

NAMED: Mapping[DieColour, tuple[tuple[Range, Range, Range], ...]] = {
    DieColour.WHITE: (((0, 180), (0.0, 0.06), (0.82, 1.0)), ((17, 28), (0.04, 0.26), (0.82, 1.0))),
    DieColour.RED: (((172, 182.5), (0.78, 1.0), (0.48, 0.92)),),
    DieColour.YELLOW: (((22.5, 31), (0.68, 1.0), (0.78, 1.0)),),
    DieColour.GREEN: (((46, 79), (0.5, 1.0), (0.28, 0.75)),),
    DieColour.BLUE: (((102, 118), (0.62, 1.0), (0.32, 0.95)),),
}
"""Hue (steps of two degrees, beyond 180 goes on from 0), saturation and value that carry each name in neutral light."""
OTHERS: tuple[tuple[tuple[Range, Range, Range], float], ...] = (
    (((0, 180), (0.0, 0.3), (0.02, 0.16)), 3.0),  # black
    (((127, 148), (0.4, 0.95), (0.25, 0.75)), 2.5),  # purple
    (((8.5, 15), (0.82, 1.0), (0.85, 1.0)), 2.0),  # orange
    (((150, 167), (0.3, 0.75), (0.78, 1.0)), 2.0),  # pink
    (((85, 94), (0.5, 1.0), (0.45, 0.85)), 2.0),  # turquoise
    (((6, 14), (0.5, 0.85), (0.18, 0.42)), 1.0),  # brown
    (((0, 180), (0.0, 0.1), (0.28, 0.6)), 1.0),  # grey
)
"""The same for what none of the names fits, with how often it comes: well apart from the names."""
_LEGIBLE = 0.07
"""How much brighter or darker than the body pips are at least, see `_bright`."""
_WHITE_INK, _BLACK_INK, _GOLD_INK = ((20.0, 0.03, 0.97), (110.0, 0.1, 0.04), (21.0, 0.6, 0.8))


@dataclass(frozen=True)
class Inks:
    """How pips are coloured: shares of dice.

    Args:
        black_on_white: white dice with black pips.
        coloured_on_white: white dice with blue, red or green pips; the rest have golden ones.
        white_on_dark: coloured dice with white pips; on yellow ones, half of them are black.
        black_on_dark: coloured dice with black pips; the rest have golden ones, and yellow ones black.
        logo: dice with a maker's sign on the one.
        big_one: white dice whose one is larger than other pips.
        worn: dice whose paint is partly gone.
    """

    black_on_white: float = 0.84
    coloured_on_white: float = 0.1
    white_on_dark: float = 0.82
    black_on_dark: float = 0.08
    logo: float = 0.07
    big_one: float = 0.12
    worn: float = 0.12


def random_die_look(
    rng: np.random.Generator, colour: DieColour, families: Families = TRAINING, inks: Inks = Inks()
) -> DieLook:
    """A kind of die whose body a person would call by the colour's name."""
    body = _body(rng, colour)
    material = MATERIALS[str(rng.choice(families.materials))](rng, colour, _ink(rng, colour, body, inks), body)
    if rng.random() < inks.worn:
        material = replace(material, wear=rng.uniform(0.05, 0.35))
    pips = PIPS[str(rng.choice(families.pips))](rng)
    logo = str(rng.choice(["ring", "emblem"])) if rng.random() < inks.logo else ""
    lone = rng.uniform(1.1, 1.8) if rng.random() < inks.big_one else 1.0
    deuce, trey, six, left_handed = (rng.random(4) < 0.5).tolist()
    form = FORMS[str(rng.choice(families.forms))](rng)
    spacing = min(pips.spacing, _widest(form, pips.radius))
    pips = replace(
        pips, spacing=spacing, lone=lone, deuce=deuce, trey=trey, six=six, logo=logo if pips.outline == "disc" else ""
    )
    return DieLook(colour, form, pips, material, left_handed, int(rng.integers(1 << 30)))


def _widest(form: Form, radius: float) -> float:
    """The spacing at which the outer pips of a radius still lie on the face and not on a cut corner or edge."""
    on_edge = 0.5 - 0.75 * form.radius - 0.6 * radius
    on_ball = math.sqrt((min(form.ball, 1.0) ** 2 - 0.25) / 2) - 0.45 * radius
    on_corner = (form.corner - 0.5) / 2 - 0.7 * radius
    on_plate = form.plate - radius if form.plate else on_edge
    return min(on_edge, on_ball, on_corner, on_plate)


def another(rng: np.random.Generator, look: DieLook) -> DieLook:
    """A die of the same make: only its grain differs."""
    return DieLook(look.colour, look.form, look.pips, look.material, look.left_handed, int(rng.integers(1 << 30)))


def recoloured(rng: np.random.Generator, look: DieLook, colour: DieColour, inks: Inks = Inks()) -> DieLook:
    """A die of the same set in another colour: same body, same pips, same surface."""
    body = _body(rng, colour)
    ink = _ink(rng, colour, body, inks)
    material = replace(look.material, body=body, ink=ink, second=_kin(rng, body))
    return DieLook(colour, look.form, look.pips, material, look.left_handed, int(rng.integers(1 << 30)))


def unmarked(look: DieLook) -> DieLook:
    """The same die with pips in the colour of its body."""
    return replace(look, material=replace(look.material, ink=look.material.body))


def _body(rng: np.random.Generator, colour: DieColour) -> Light:
    if colour is DieColour.OTHER:
        shares = np.array([share for _, share in OTHERS])
        ranges = OTHERS[int(rng.choice(len(OTHERS), p=shares / shares.sum()))][0]
    else:
        kinds = NAMED[colour]
        ranges = kinds[int(rng.integers(len(kinds)))]
    hue, saturation, value = (rng.uniform(*span) for span in ranges)
    return light.hsv(hue, saturation, value)


def _ink(rng: np.random.Generator, colour: DieColour, body: Light, inks: Inks) -> Light:
    """The pips' paint, which stands out from the body."""
    ink = _usual_ink(rng, colour, inks)
    if abs(_bright(ink) - _bright(body)) > _LEGIBLE:
        return ink
    return _inked(rng, _BLACK_INK if _bright(body) > 0.5 else _WHITE_INK)


def _bright(paint: Light) -> float:
    """How bright a colour looks, 0 to 1: the cube root of its luminance, roughly."""
    return float(np.cbrt(paint @ np.array([0.072, 0.715, 0.213])))


def _usual_ink(rng: np.random.Generator, colour: DieColour, inks: Inks) -> Light:
    chance = rng.random()
    if colour is DieColour.WHITE:
        if chance < inks.black_on_white:
            return _inked(rng, _BLACK_INK)
        if chance < inks.black_on_white + inks.coloured_on_white:
            return light.hsv(float(rng.choice([0.0, 110.0, 65.0])), rng.uniform(0.8, 1), rng.uniform(0.3, 0.75))
        return _inked(rng, (_GOLD_INK[0], 0.75, 0.6))
    white = inks.white_on_dark * (0.5 if colour is DieColour.YELLOW else 1.0)
    if chance < white:
        return _inked(rng, _WHITE_INK)
    if colour is DieColour.YELLOW or (
        chance < inks.white_on_dark + inks.black_on_dark and colour is not DieColour.OTHER
    ):
        return _inked(rng, _BLACK_INK)
    return _inked(rng, _GOLD_INK)


def _inked(rng: np.random.Generator, paint: Hsv) -> Light:
    hue, saturation, value = paint
    return light.hsv(hue, saturation * rng.uniform(0.3, 1.1), min(1.0, value * rng.uniform(0.85, 1.1)))


def _kin(rng: np.random.Generator, body: Light) -> Light:
    """A lighter or darker relation of a colour, which leaves its name."""
    towards = np.float32(1.0 if rng.random() < 0.6 else 0.0)
    return np.asarray(body + (towards - body) * np.float32(rng.uniform(0.1, 0.4)), np.float32)


def _plain(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, body, ink, gloss=rng.uniform(0.7, 1.2), rough=rng.uniform(0.0, 0.15))


def _matt(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, body, ink, gloss=rng.uniform(0.1, 0.7), rough=rng.uniform(0.25, 0.7))


def _pearl(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    share = rng.uniform(0.25, 0.6)
    return Material(body, _kin(rng, body), ink, "marbled", share, rng.uniform(0.6, 1.6), 1.2, rng.uniform(0.02, 0.2))


def _marbled(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    second = _kin(rng, body)
    if colour is DieColour.OTHER:
        second = light.hsv(rng.uniform(0, 180), rng.uniform(0, 1), rng.uniform(0.1, 1.0))
    return Material(body, second, ink, "marbled", rng.uniform(0.3, 0.6), rng.uniform(0.5, 1.3), 1.0, 0.05)


def _swirled(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    if colour is not DieColour.OTHER:
        return _pearl(rng, colour, ink, body)
    # Two colours of any kind that meet on one die: no name fits it, whatever the two are.
    one, two = (_body(rng, DieColour(int(rng.integers(len(DieColour))))) for _ in range(2))
    inks = [_inked(rng, paint) for paint in (_WHITE_INK, _BLACK_INK, _GOLD_INK)]
    clearest = max(inks, key=lambda ink: min(abs(_bright(ink) - _bright(paint)) for paint in (one, two)))
    return Material(
        one, two, clearest, "marbled", rng.uniform(0.3, 0.7), rng.uniform(0.25, 0.9), 1.1, rng.uniform(0.02, 0.15)
    )


def _speckled(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, _kin(rng, body), ink, "speckled", rng.uniform(0.1, 0.6), rng.uniform(0.6, 1.6), 0.7, 0.2)


def _translucent(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    # A white body that lets more light through is no longer white.
    clear = rng.uniform(0.15, 0.45) if colour is DieColour.WHITE else rng.uniform(0.35, 0.95)
    return Material(body, body, ink, gloss=rng.uniform(0.8, 1.3), rough=rng.uniform(0.0, 0.06), clear=clear)


def _wood(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    if colour is DieColour.WHITE:
        # Stained wood carries any name; pale wood itself is called by none of them reliably.
        return _matt(rng, colour, ink, body)
    second = body * np.float32(rng.uniform(0.45, 0.8))
    return Material(body, second, ink, "grained", rng.uniform(0.3, 0.9), rng.uniform(0.5, 1.5), 0.3, 0.4)


def _banded(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(
        body, _kin(rng, body), ink, "banded", rng.uniform(0.4, 1.0), rng.uniform(0.4, 2.0), 1.0, rng.uniform(0.02, 0.3)
    )


def _cracked(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(
        body, _kin(rng, body), ink, "cracked", rng.uniform(0.2, 1.0), rng.uniform(0.5, 2.0), 1.0, rng.uniform(0.02, 0.3)
    )


def _spotted(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, _kin(rng, body), ink, "spotted", rng.uniform(0.5, 0.9), rng.uniform(0.7, 1.6), 0.9, 0.1)


def _bone(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    second = body * np.float32(rng.uniform(0.6, 0.85))
    return Material(body, second, ink, "streaked", rng.uniform(0.3, 0.8), rng.uniform(0.8, 1.6), 0.6, 0.25)


def _frosted(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, body, ink, gloss=0.6, rough=rng.uniform(0.3, 0.6), clear=rng.uniform(0.3, 0.6))


def _metallic(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, _kin(rng, body), ink, "marbled", 0.3, 2.0, 1.6, rng.uniform(0.15, 0.4))


def _veined(rng: np.random.Generator, colour: DieColour, ink: Light, body: Light) -> Material:
    return Material(body, _kin(rng, body), ink, "streaked", rng.uniform(0.5, 1.0), rng.uniform(0.4, 0.8), 1.1, 0.05)


MATERIALS: Mapping[str, Callable[[np.random.Generator, DieColour, Light, Light], Material]] = {
    "glossy": _plain,
    "matt": _matt,
    "pearl": _pearl,
    "marbled": _marbled,
    "swirled": _swirled,
    "speckled": _speckled,
    "translucent": _translucent,
    "wood": _wood,
    "banded": _banded,
    "cracked": _cracked,
    "spotted": _spotted,
    "bone": _bone,
    "frosted": _frosted,
    "metallic": _metallic,
    "veined": _veined,
}

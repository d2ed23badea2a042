"""Turns of a game in plain arithmetic: the bag, the hands, swaps, and a greedy player."""

from __future__ import annotations

from engine.qwirkle.game import GOING_OUT_BONUS
from engine.qwirkle.laying import bits, find_moves, fives, lay, lay_move, sort_kinds, take_back
from engine.qwirkle.playout import (
    BESIDES,
    BOX,
    CHANCE,
    COUNT,
    HIGH,
    KINDS,
    LOW,
    MIDDLE,
    NOTHING,
    PASSES,
    PLACES,
    POINTS,
    RECORD,
    TURN,
    WENT_OUT,
    WRITTEN,
    Playout,
)
from engine.qwirkle.search import line_points
from engine.qwirkle.tile import HAND_SIZE, SHAPES

PERIOD = 2147483647
"""Of the generator of chance."""


def random_below(game: Playout, limit: int) -> int:
    """The next number of chance: a step of the minimal standard generator, whose numbers fit anywhere."""
    game.numbers[CHANCE] = game.numbers[CHANCE] * 48271 % PERIOD
    return int(game.numbers[CHANCE] % limit)


def shuffle_bag(game: Playout) -> None:
    """Puts the tiles that are left in the bag in another order."""
    low = game.numbers[LOW]
    for last in range(game.numbers[HIGH] - 1, low, -1):
        other = low + random_below(game, last - low + 1)
        game.bag[last], game.bag[other] = game.bag[other], game.bag[last]


def draw(game: Playout, player: int) -> int:
    """Fills a hand up from the bag; gives how many tiles it holds then."""
    held = 0
    for place in range(player * HAND_SIZE, (player + 1) * HAND_SIZE):
        if game.hands[place] < 0 and game.numbers[LOW] < game.numbers[HIGH]:
            if player == 0:
                game.hands[place] = game.bag[game.numbers[LOW]]
                game.numbers[LOW] += 1
            else:
                game.numbers[HIGH] -= 1
                game.hands[place] = game.bag[game.numbers[HIGH]]
        if game.hands[place] >= 0:
            held += 1
    return held


def give(game: Playout, player: int, tile: int) -> None:
    """Takes a tile out of a hand."""
    for place in range(player * HAND_SIZE, (player + 1) * HAND_SIZE):
        if game.hands[place] == tile:
            game.hands[place] = NOTHING
            return


def unseen(game: Playout, player: int) -> int:
    """The kinds of tiles in the bag and in the others' hands."""
    sight = 0
    for number in range(game.numbers[LOW], game.numbers[HIGH]):
        sight |= 1 << game.bag[number]
    for place in range(len(game.hands)):
        if game.hands[place] >= 0 and place // HAND_SIZE != player:
            sight |= 1 << game.hands[place]
    return sight


def held_by(game: Playout, player: int) -> int:
    """How many tiles a player holds."""
    held = 0
    for place in range(player * HAND_SIZE, (player + 1) * HAND_SIZE):
        if game.hands[place] >= 0:
            held += 1
    return held


def earned(game: Playout, player: int, record: int, held: int) -> int:
    """The points of a found move, with those for going out."""
    points = game.moves[record + POINTS]
    if game.numbers[LOW] == game.numbers[HIGH] and game.moves[record + COUNT] == held:
        points += GOING_OUT_BONUS
    return int(points)


def greedy(game: Playout, player: int) -> int:
    """The record of the move with the most points; of several the one that leaves the fewest fives, then the first.

    Returns:
        Where the record begins, or -1 if the player can't add.
    """
    found = find_moves(game, player)
    held = held_by(game, player)
    most = 0
    count = 0
    first = NOTHING
    for move in range(found):
        points = earned(game, player, move * RECORD, held)
        if points > most:
            most = points
            count = 1
            first = move * RECORD
        elif points == most:
            count += 1
    if count < 2:
        return first
    sight = unseen(game, player)
    best = NOTHING
    fewest = BOX
    written, besides = game.numbers[WRITTEN], game.numbers[BESIDES]
    for move in range(found):
        if fewest and earned(game, player, move * RECORD, held) == most:
            lay_move(game, move * RECORD)
            left = fives(game, sight)
            take_back(game, written, besides)
            if left < fewest:
                fewest = left
                best = move * RECORD
    return best


def make(game: Playout, player: int, record: int) -> None:
    """Plays a found move: lays, scores and draws."""
    points = earned(game, player, record, held_by(game, player))
    lay_down(game, player, record)
    end_turn(game, player, points)


def lay_down(game: Playout, player: int, record: int) -> None:
    """Lays the tiles of a found move out of a hand."""
    lay_move(game, record)
    for tile in range(game.moves[record + COUNT]):
        give(game, player, game.moves[record + PLACES + 2 * tile + 1])


def end_turn(game: Playout, player: int, points: int) -> None:
    """Counts what was earned by laying tiles, and draws others."""
    game.scores[player] += points
    game.numbers[PASSES] = 0
    if draw(game, player) == 0:
        game.numbers[WENT_OUT] = 1


def suit_in(game: Playout, player: int) -> int:
    """The largest set of tiles of a hand that go together, as bits."""
    count = sort_kinds(game, player)
    best = 0
    most = 0
    for kind in range(count):
        for trait in range(2):
            tiles = 0
            size = 0
            for other in range(count):
                one, two = game.kinds[kind], game.kinds[other]
                same = one // SHAPES == two // SHAPES if trait else one % SHAPES == two % SHAPES
                if same:
                    tiles |= 1 << two
                    size += 1
            if size > most:
                most = size
                best = tiles
    return best


def swap_rest(game: Playout, player: int) -> None:
    """Gives back all tiles but a largest set that goes together, and draws others."""
    kept = suit_in(game, player)
    room = game.numbers[HIGH] - game.numbers[LOW]
    begin = player * HAND_SIZE
    given = 0
    for place in range(begin, begin + HAND_SIZE):
        tile = game.hands[place]
        if tile < 0 or given == room:
            continue
        if kept >> tile & 1:
            kept &= ~(1 << tile)
        else:
            exchange(game, player, place, given, room)
            given += 1
    if given == 0 and room > 0:
        exchange(game, player, begin, 0, room)


def exchange(game: Playout, player: int, place: int, given: int, room: int) -> None:
    """Exchanges a tile of a hand for one of the bag that was not given back in this turn."""
    other = game.numbers[LOW] + given + random_below(game, room - given)
    at = game.numbers[LOW] + given
    game.bag[other], game.bag[at] = game.bag[at], game.bag[other]
    game.bag[at], game.hands[place] = game.hands[place], game.bag[at]


def pass_turn(game: Playout, player: int) -> None:
    """What a player does who can't add: swaps, or passes when the bag is empty."""
    if game.numbers[LOW] < game.numbers[HIGH]:
        swap_rest(game, player)
        shuffle_bag(game)
        game.numbers[PASSES] = 0
    else:
        game.numbers[PASSES] += 1


def open_game(game: Playout, player: int) -> None:
    """Lays a largest set as the first move, in the middle."""
    tiles = suit_in(game, player)
    count = 0
    for tile in range(KINDS):
        if tiles >> tile & 1:
            lay(game, MIDDLE + count, tile)
            give(game, player, tile)
            count += 1
    game.scores[player] += line_points(count) if count > 1 else 1
    draw(game, player)


def is_over(game: Playout) -> bool:
    """Whether somebody went out or nobody can add any more."""
    return bool(game.numbers[WENT_OUT] == 1 or game.numbers[PASSES] * HAND_SIZE >= len(game.hands))


def clear(game: Playout) -> None:
    """Takes everything off the table."""
    take_back(game, 0, 0)
    for place in range(len(game.hands)):
        game.hands[place] = NOTHING
    for player in range(len(game.scores)):
        game.scores[player] = 0
    game.numbers[LOW] = game.numbers[TURN] = game.numbers[PASSES] = game.numbers[WENT_OUT] = 0
    game.numbers[HIGH] = BOX
    for number in range(BOX):
        game.bag[number] = number % KINDS


def deal(game: Playout, seed: int) -> None:
    """Begins a new game: shuffles, deals, and lets the holder of the largest set open."""
    clear(game)
    game.numbers[CHANCE] = seed * 7919 % (PERIOD - 1) + 1
    shuffle_bag(game)
    players = len(game.scores)
    most = 0
    for player in range(players):
        draw(game, player)
        size = bits(suit_in(game, player))
        if size > most:
            most = size
            game.numbers[TURN] = player
    open_game(game, game.numbers[TURN])
    game.numbers[TURN] = (game.numbers[TURN] + 1) % players


def greedy_turn(game: Playout) -> None:
    """Lets the next player take a greedy turn."""
    player = game.numbers[TURN]
    record = greedy(game, player)
    if record < 0:
        pass_turn(game, player)
    else:
        make(game, player, record)
    game.numbers[TURN] = (player + 1) % len(game.scores)

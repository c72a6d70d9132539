"""The board games of agon at the speed of C: Reversi, Santorini, Game of Stones.

One file that needs nothing but the standard library of Python 3.9 and libagon (`make install`, or a
source tree in which `make` was run). docs/python.md explains it with examples.

>>> import agon
>>> position = agon.Position("reversi")
>>> position.legal
['d3', 'c4', 'f5', 'e6']
>>> position = position.play("d3")
>>> position.turn, position.seat, len(position.actions)
(1, 'O', 3)
>>> position.text
'-------------------X-------XX------XO--------------------------- O'
>>> print(agon.play(agon.random_bot(1), "@3", game="reversi", games=2))  # doctest: +ELLIPSIS
 1  @3 beats random   ...
"""

from __future__ import annotations

import ctypes
import json
import operator
import os
import threading
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

__all__ = [
    "BadNumber", "BadText", "Batch", "Error", "GAMES", "GameInfo", "IllegalMove", "Match", "Outcome", "PlayedGame",
    "Player", "Position", "Record", "RecordedMove", "Thought", "VERSION", "play", "random_bot", "seed_of",
]

ABI = 1
NOBODY, UNDECIDED, NO_ACTION = -1, -2, -3
_ILLEGAL = -15
_LEGAL_MOST, _SVG_BYTES, _TEXT_BYTES = 256, 65536, 512


class Error(Exception):
    """Whatever goes wrong in this module, in words for people."""


class BadText(Error, ValueError):
    """A text that is not a position or not a move. `at` is the byte that is wrong, or None."""

    def __init__(self, words: str, at: Optional[int] = None):
        super().__init__(words if at is None else f"{words} (byte {at})")
        self.at = at


class BadNumber(Error, ValueError):
    """A number that is too small or too large for what it is to say."""


class IllegalMove(Error, ValueError):
    """A move that the rules forbid: `rule`, `words`, and what was `expected` and `seen`."""

    def __init__(self, rule: str, words: str, expected: str, seen: str):
        super().__init__(f"{words} (rule {rule}: expected {expected}; seen: {seen})")
        self.rule, self.words, self.expected, self.seen = rule, words, expected, seen


# --- The libraries ---


class _Error(ctypes.Structure):
    _fields_ = [("words", ctypes.c_char * 256), ("at", ctypes.c_int64), ("reserved", ctypes.c_uint64 * 2)]


class _Refusal(ctypes.Structure):
    _fields_ = [("rule", ctypes.c_char * 8), ("words", ctypes.c_char * 160), ("expected", ctypes.c_char * 112),
                ("seen", ctypes.c_char * 112), ("reserved", ctypes.c_uint64 * 4)]


class _Outcome(ctypes.Structure):
    _fields_ = [("over", ctypes.c_int32), ("winner", ctypes.c_int32), ("points", ctypes.c_int32 * 2),
                ("rule", ctypes.c_char_p), ("reason", ctypes.c_char_p), ("reserved", ctypes.c_uint64 * 4)]


class _Limits(ctypes.Structure):
    _fields_ = [("time_ns", ctypes.c_int64), ("nodes", ctypes.c_uint64), ("depth", ctypes.c_int32),
                ("threads", ctypes.c_int32), ("book", ctypes.c_int32), ("reserved_int", ctypes.c_int32),
                ("reserved", ctypes.c_uint64 * 4)]


class _Thought(ctypes.Structure):
    _fields_ = [("action", ctypes.c_int32), ("score", ctypes.c_int32), ("value", ctypes.c_double),
                ("has_value", ctypes.c_int32), ("exact", ctypes.c_int32), ("book", ctypes.c_int32),
                ("lot", ctypes.c_int32), ("depth", ctypes.c_int32), ("line_length", ctypes.c_int32),
                ("nodes", ctypes.c_uint64), ("time_ns", ctypes.c_int64), ("line", ctypes.c_int32 * 32),
                ("reserved", ctypes.c_uint64 * 8)]


_Words = ctypes.c_uint64 * 24
_Actions = ctypes.c_int32 * _LEGAL_MOST
_P, _I, _S, _U64, _I64, _SIZE = (ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint64,
                                 ctypes.c_int64, ctypes.c_size_t)
_SIGNATURES = {
    "agon_abi": (ctypes.c_uint32, []), "agon_version": (_S, []), "agon_status_words": (_S, [_I]),
    "agon_games": (_I, []), "agon_game_name": (_S, [_I]), "agon_game_title": (_S, [_I]),
    "agon_game_notation": (_S, [_I]), "agon_variant_name": (_S, [_I, _I]), "agon_seat_name": (_S, [_I, _I]),
    "agon_actions": (_I, [_I]), "agon_symmetries": (_I, [_I]), "agon_planes": (_I, [_I]),
    "agon_plane_length": (_I, [_I]), "agon_plane_name": (_S, [_I, _I]),
    "agon_start": (_I, [_P, _I, _S, _P]), "agon_parse": (_I, [_P, _I, _S, _P]),
    "agon_text": (_I, [_P, _P, _SIZE]), "agon_game": (_I, [_P]), "agon_variant": (_S, [_P]),
    "agon_turn": (_I, [_P]), "agon_hash": (_U64, [_P]), "agon_outcome": (_I, [_P, _P]),
    "agon_legal": (_I, [_P, _P, _SIZE]), "agon_mask": (_I, [_P, _P, _SIZE]),
    "agon_is_legal": (_I, [_P, _I, _P]), "agon_apply": (_I, [_P, _I]), "agon_forced": (_I, [_P]),
    "agon_action_text": (_I, [_P, _I, _P, _SIZE]), "agon_describe": (_I, [_P, _I, _P, _SIZE]),
    "agon_parse_action": (_I, [_P, _S, _P, _P]), "agon_symmetry": (_I, [_P, _I, _P]),
    "agon_symmetry_action": (_I, [_P, _I, _I]), "agon_perft": (_I, [_P, _I, _P, _P]),
    "agon_draw": (_I, [_P, _P, _I, _I, _P, _SIZE]), "agon_svg": (_I, [_P, _P, _I, _P, _SIZE]),
    "agon_features": (_I, [_P, _P, _SIZE]), "agon_playouts": (_I, [_P, ctypes.c_uint32, _U64, _P, _P]),
    "agon_random_action": (_I, [_P, _U64]), "agon_seed": (_U64, [_U64, _U64]),
    "agon_batch_legal": (_I64, [_P, _SIZE, _P, _SIZE, _P]), "agon_batch_mask": (_I64, [_P, _SIZE, _P, _SIZE, _P]),
    "agon_batch_apply": (_I64, [_P, _SIZE, _P, _P]), "agon_batch_outcome": (_I64, [_P, _SIZE, _P]),
    "agon_batch_turn": (_I64, [_P, _SIZE, _P]), "agon_batch_features": (_I64, [_P, _SIZE, _P, _SIZE]),
    "agon_batch_random": (_I64, [_P, _SIZE, _U64, _P]),
    "agon_batch_playouts": (_I64, [_P, _SIZE, ctypes.c_uint32, _U64, _P]),
}
_BRAIN_SIGNATURES = {
    "agon_brains_abi": (ctypes.c_uint32, []), "agon_player_create": (_P, [_S, _I, _SIZE, _P]),
    "agon_player_destroy": (None, [_P]), "agon_player_forget": (None, [_P]),
    "agon_player_think": (_I, [_P, _P, _P, _U64, _P]), "agon_player_stop": (None, [_P]),
}


def _folders() -> Iterator[Path]:
    """Where the libraries may be, beside where the system looks."""
    chosen = os.environ.get("AGON_LIBRARY")
    if chosen:
        yield Path(chosen) if os.path.isdir(chosen) else Path(chosen).parent
        return
    here = Path(__file__).resolve().parent
    yield here
    yield here.parent / "build" / "src"  # python/agon.py of a source tree
    yield from list(here.parents)[:2]  # PREFIX/lib/python3.x/dist-packages/agon.py


_FOLDERS = [folder.resolve() for folder in _folders()]


def _load(name: str, signatures: Dict[str, Tuple[Any, List[Any]]], abi: str) -> ctypes.CDLL:
    paths = [folder / name for folder in _FOLDERS]
    found = next((str(path) for path in paths if path.exists()), name)
    try:
        library = ctypes.CDLL(found)
    except OSError as problem:
        looked = ", ".join(str(path.parent) for path in paths)
        raise Error(f"{name} cannot be loaded: {problem}. Looked in {looked} and where the system keeps its "
                    "libraries. `make` builds it, `make install` installs it, AGON_LIBRARY names its folder") from None
    for function, (result, arguments) in signatures.items():
        try:
            getattr(library, function).restype = result
            getattr(library, function).argtypes = arguments
        except AttributeError:
            raise Error(f"{found} has no {function}: it is older than this module") from None
    if getattr(library, abi)() != ABI:
        raise Error(f"{found} has ABI {getattr(library, abi)()}, this module needs {ABI}")
    return library


_lib = _load("libagon.so.1", _SIGNATURES, "agon_abi")
VERSION: str = _lib.agon_version().decode()
_brains_lib: Optional[ctypes.CDLL] = None


def _brains() -> ctypes.CDLL:
    global _brains_lib
    if _brains_lib is None:
        _brains_lib = _load("libagon-brains.so.1", _BRAIN_SIGNATURES, "agon_brains_abi")
    return _brains_lib


def _check(status: int) -> int:
    if status <= -11:
        raise Error(_lib.agon_status_words(status).decode())
    return status


def _between(what: str, number: Any, least: int, most: int) -> Any:
    """The number, if it is from `least` to `most`."""
    if not least <= number <= most:
        raise BadNumber(f"{what} must be from {least} to {most}, not {number}")
    return number


def _visible(text: str) -> str:
    """The text without characters that would move a cursor, turn its direction or be invisible."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _bytes_of(text: str) -> bytes:
    """A text for C. A NUL would end it early, so that it is refused here."""
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {type(text).__name__}")
    data = text.encode("utf-8", "surrogateescape")
    if b"\0" in data:
        raise BadText("a text cannot have a NUL in it", data.index(b"\0"))
    return data


# --- Games ---


@dataclass(frozen=True)
class GameInfo:
    """What there is to know of a game. `planes` names the planes of Position.planes."""

    name: str
    title: str
    variants: Tuple[str, ...]
    seats: Tuple[str, str]
    actions: int
    planes: Tuple[str, ...]
    length: int
    symmetries: int
    notation: str
    number: int = field(repr=False)


def _names(function: Callable[[int, int], Optional[bytes]], game: int) -> Tuple[str, ...]:
    names: List[str] = []
    while True:
        name = function(game, len(names))
        if name is None:
            return tuple(names)
        names.append(name.decode())


def _game_info(number: int) -> GameInfo:
    seats = _names(_lib.agon_seat_name, number)
    return GameInfo(
        name=_lib.agon_game_name(number).decode(), title=_lib.agon_game_title(number).decode(),
        variants=_names(_lib.agon_variant_name, number), seats=(seats[0], seats[1]),
        actions=_lib.agon_actions(number), planes=_names(_lib.agon_plane_name, number),
        length=_lib.agon_plane_length(number), symmetries=_lib.agon_symmetries(number),
        notation=_lib.agon_game_notation(number).decode(), number=number)


_INFOS = tuple(_game_info(number) for number in range(_lib.agon_games()))
GAMES: Dict[str, GameInfo] = {info.name: info for info in _INFOS}


def _info(game: str) -> GameInfo:
    if game not in GAMES:
        raise Error(f'no game "{game}"   ({", ".join(GAMES)})')
    return GAMES[game]


def seed_of(seed: int, n: int) -> int:
    """The seed for thing number `n` of a run with the seed `seed`."""
    return _lib.agon_seed(seed & 0xFFFFFFFFFFFFFFFF, _between("n", n, 0, 2 ** 64 - 1))


# --- Positions ---

Move = Union[str, int]
"""A move is its text ("d3") or its number among the actions of its game (19)."""


@dataclass(frozen=True)
class Outcome:
    """How a game stands: `winner` is a seat, or None for a draw or a game that goes on."""

    over: bool
    winner: Optional[int]
    points: Tuple[int, int]
    rule: Optional[str]
    reason: Optional[str]

    @property
    def draw(self) -> bool:
        return self.over and self.winner is None

    def value(self, seat: int) -> float:
        """What it is worth for a seat: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else float(self.winner == seat)


class Position:
    """A position of a game. It never changes: `play` returns another one.

    >>> start = Position("santorini", "5x5")
    >>> start.play("23").play("11").text
    '00000/00000/00000/00000/00000 23,- 11,- 1'
    >>> start == Position.from_text("santorini", start.text)
    True
    >>> Position("reversi").play("a1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    agon.IllegalMove: a stone of X on a1 turns no stone (rule R3: expected ...
    """

    __slots__ = ("_words", "_game", "_last")

    def __init__(self, game: str = "reversi", variant: Optional[str] = None):
        info, error = _info(game), _Error()
        self._words, self._game = _Words(), info
        self._last: Optional[Tuple[Any, int]] = None  # the words before the last move, and its action
        name = None if variant is None else _bytes_of(variant)
        if _lib.agon_start(self._words, info.number, name, ctypes.byref(error)) != 0:
            raise Error(error.words.decode())

    @classmethod
    def from_text(cls, game: str, text: str) -> "Position":
        """The position that `text` describes, as `agon show GAME --position` reads it."""
        position, error = cls._bare(_info(game), _Words()), _Error()
        if _lib.agon_parse(position._words, position._game.number, _bytes_of(text), ctypes.byref(error)) != 0:
            raise BadText(error.words.decode(errors="replace"), error.at if error.at >= 0 else None)
        return position

    @classmethod
    def _bare(cls, game: GameInfo, words: Any, last: Optional[Tuple[Any, int]] = None) -> "Position":
        position = cls.__new__(cls)
        position._words, position._game, position._last = words, game, last
        return position

    @property
    def game(self) -> str:
        return self._game.name

    @property
    def info(self) -> GameInfo:
        return self._game

    @property
    def variant(self) -> str:
        return _lib.agon_variant(self._words).decode()

    @property
    def text(self) -> str:
        out = ctypes.create_string_buffer(_TEXT_BYTES)
        _check(_lib.agon_text(self._words, out, _TEXT_BYTES))
        return out.value.decode()

    @property
    def turn(self) -> int:
        """The seat to move: 0 or 1."""
        return _lib.agon_turn(self._words)

    @property
    def seat(self) -> str:
        """The name of the seat to move: "X"."""
        return self._game.seats[self.turn]

    @property
    def outcome(self) -> Outcome:
        out = _Outcome()
        _check(_lib.agon_outcome(self._words, ctypes.byref(out)))
        return Outcome(
            over=bool(out.over), winner=out.winner if out.winner >= 0 else None,
            points=(out.points[0], out.points[1]), rule=out.rule.decode() if out.rule else None,
            reason=out.reason.decode() if out.reason else None)

    @property
    def over(self) -> bool:
        return bool(_lib.agon_outcome(self._words, None))

    @property
    def actions(self) -> List[int]:
        """The numbers of all legal moves; empty exactly when the game is over."""
        out = _Actions()
        return out[:_check(_lib.agon_legal(self._words, out, _LEGAL_MOST))]

    @property
    def legal(self) -> List[str]:
        """All legal moves as text, in the order of `actions`."""
        return [self.move_text(action) for action in self.actions]

    @property
    def mask(self) -> bytes:
        """A byte for each action of the game: 1 if it is legal here."""
        out = ctypes.create_string_buffer(self._game.actions)
        _check(_lib.agon_mask(self._words, out, self._game.actions))
        return out.raw

    @property
    def planes(self) -> bytes:
        """The position for learners: len(info.planes) planes of info.length rows and columns."""
        size = len(self._game.planes) * self._game.length ** 2
        out = ctypes.create_string_buffer(size)
        _check(_lib.agon_features(self._words, out, size))
        return out.raw

    @property
    def forced(self) -> Optional[int]:
        """The action that agon makes without asking the player (Reversi's pass), or None."""
        action = _check(_lib.agon_forced(self._words))
        return None if action == NO_ACTION else action

    def action(self, move: Move) -> int:
        """The number of a legal move. Raises BadText or IllegalMove."""
        if isinstance(move, str):
            error, refusal = _Error(), _Refusal()
            action = _lib.agon_parse_action(self._words, _bytes_of(move), ctypes.byref(refusal), ctypes.byref(error))
            if action == _ILLEGAL:
                raise _illegal(refusal)
            if action < 0:
                raise BadText(error.words.decode(errors="replace"), error.at if error.at >= 0 else None)
            return action
        number, refusal = _number(move), _Refusal()
        if not _lib.agon_is_legal(self._words, number, ctypes.byref(refusal)):
            raise _illegal(refusal)
        return number

    def move_text(self, move: Move) -> str:
        """A legal move as text: "d3"."""
        out = ctypes.create_string_buffer(32)
        action = self.action(move) if isinstance(move, str) else _number(move)
        if _lib.agon_action_text(self._words, action, out, 32) < 0:
            self.action(action)  # says why not
        return out.value.decode()

    def describe(self, move: Move) -> str:
        """What a legal move does, in words that follow a name: "puts a stone on d3 and turns 1"."""
        out = ctypes.create_string_buffer(96)
        _check(_lib.agon_describe(self._words, self.action(move), out, 96))
        return out.value.decode()

    def play(self, move: Move) -> "Position":
        """The position after a legal move. Raises BadText or IllegalMove."""
        action = self.action(move) if isinstance(move, str) else _number(move)
        words = _Words.from_buffer_copy(self._words)
        if _lib.agon_apply(words, action) != 0:
            self.action(action)  # says why not
        return Position._bare(self._game, words, (self._words, action))

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` legal moves there are."""
        nodes = ctypes.c_uint64()
        _check(_lib.agon_perft(self._words, depth, ctypes.byref(nodes), None))
        return nodes.value

    def playouts(self, n: int, seed: int = 0) -> Tuple[int, int, int]:
        """Plays `n` random games to the end: how many seat 0 won, seat 1 won, and were drawn."""
        counts = (ctypes.c_uint64 * 3)()
        _check(_lib.agon_playouts(self._words, _playouts_number(n), seed & 0xFFFFFFFFFFFFFFFF, counts, None))
        return counts[0], counts[1], counts[2]

    def random_action(self, seed: int) -> int:
        """A legal action, each equally likely."""
        return _check(_lib.agon_random_action(self._words, seed & 0xFFFFFFFFFFFFFFFF))

    def symmetry(self, k: int) -> "Position":
        """The same position seen through symmetry `k`, 0 <= k < info.symmetries."""
        words = _Words()
        _check(_lib.agon_symmetry(self._words, k, words))
        return Position._bare(self._game, words)

    def symmetry_action(self, move: Move, k: int) -> int:
        """A legal move of this position as an action of `symmetry(k)`."""
        return _check(_lib.agon_symmetry_action(self._words, self.action(move), k))

    def draw(self, unicode: bool = True, colour: bool = False) -> str:
        """The board as text for a terminal, with the last move marked."""
        before, last = self._last or (None, NO_ACTION)
        out = ctypes.create_string_buffer(16384)
        _check(_lib.agon_draw(self._words, before, last, unicode + 2 * colour, out, len(out)))
        return out.value.decode()

    def svg(self) -> str:
        """The board as an SVG document, with the last move marked."""
        before, last = self._last or (None, NO_ACTION)
        out = ctypes.create_string_buffer(_SVG_BYTES)
        _check(_lib.agon_svg(self._words, before, last, out, _SVG_BYTES))
        return out.value.decode()

    def _repr_svg_(self) -> str:  # what a notebook shows
        return self.svg()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"agon.Position.from_text({self.game!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and bytes(self._words) == bytes(other._words)

    def __hash__(self) -> int:
        return hash(_lib.agon_hash(self._words))

    def __reduce__(self) -> Tuple[Any, ...]:  # pickle, copy, other processes
        return Position.from_text, (self.game, self.text)


def _number(move: Any) -> int:
    """The number that a caller calls an action. One that C could not hold is none of any game."""
    number = operator.index(move)
    return number if -2 ** 31 <= number < 2 ** 31 else -1


def _illegal(refusal: _Refusal) -> IllegalMove:
    return IllegalMove(*(getattr(refusal, name).decode(errors="replace")
                         for name in ("rule", "words", "expected", "seen")))


def _playouts_number(n: int) -> int:
    return _between("the number of playouts", n, 0, 2 ** 32 - 1)


# --- Batches ---


class Batch:
    """Many positions of one game, asked in one call. They change when they are played on.

    Results are memoryviews with a shape; numpy.asarray and torch.as_tensor take them without a copy.

    >>> batch = Batch("reversi", 1000)
    >>> batch.mask().shape
    (1000, 65)
    >>> statuses = batch.play(batch.random_actions(seed=1))
    >>> sum(batch.playouts(10, seed=2)[0, seat] for seat in range(3))
    10
    """

    def __init__(self, game: str, n: int, variant: Optional[str] = None):
        self._fill([Position(game, variant)] * _between("the size of a batch", n, 0, 2 ** 31 - 1), _info(game))

    @classmethod
    def of(cls, positions: Iterable[Position]) -> "Batch":
        """A batch of these positions, at least one, all of one game."""
        listed = list(positions)
        if not listed or any(position._game is not listed[0]._game for position in listed):
            raise ValueError("a batch needs positions of one game")
        batch = cls.__new__(cls)
        batch._fill(listed, listed[0]._game)
        return batch

    def _fill(self, positions: Sequence[Position], info: GameInfo) -> None:
        self.info = info
        joined = b"".join(bytes(position._words) for position in positions)
        self._all = (_Words * len(positions)).from_buffer_copy(joined)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, i: int) -> Position:
        return Position._bare(self.info, _Words.from_buffer_copy(self._all[i]))

    def __setitem__(self, i: int, position: Position) -> None:
        if position._game is not self.info:
            raise ValueError("a batch has positions of one game")
        ctypes.memmove(self._all[i], position._words, ctypes.sizeof(_Words))

    def __iter__(self) -> Iterator[Position]:
        return (self[i] for i in range(len(self)))

    def _array(self, kind: Any, *shape: int) -> Tuple[Any, memoryview]:
        """Room for one row per position: what C writes into, and what the caller gets."""
        count = len(self)
        for length in shape:
            count *= length
        room = bytearray(max(1, count * array(kind).itemsize))
        view = memoryview(room)[:count * array(kind).itemsize]
        if count:
            view = view.cast(kind, shape=(len(self), *shape))
        return (ctypes.c_char * len(room)).from_buffer(room), view

    def actions(self) -> List[List[int]]:
        """The legal actions of each position."""
        room, view = self._array("i", _LEGAL_MOST)
        counts, numbers = self._array("i")
        _check(_lib.agon_batch_legal(self._all, len(self), room, _LEGAL_MOST, counts))
        flat = array("i", view.tobytes())
        return [flat[i * _LEGAL_MOST:i * _LEGAL_MOST + numbers[i]].tolist() for i in range(len(self))]

    def mask(self) -> memoryview:
        """One row of info.actions bytes for each position: 1 for legal actions."""
        room, view = self._array("B", self.info.actions)
        _check(_lib.agon_batch_mask(self._all, len(self), room, self.info.actions, self._array("i")[0]))
        return view

    def planes(self) -> memoryview:
        """The planes of each position: positions x planes x rows x columns."""
        length = self.info.length
        room, view = self._array("B", len(self.info.planes), length, length)
        size = len(self.info.planes) * length * length
        _check(_lib.agon_batch_features(self._all, len(self), room, size))
        return view

    def play(self, actions: Any) -> memoryview:
        """Plays one action in each position: a list or any buffer of 32-bit integers. Returns the
        status of each, 0 if it was played; positions in which it is not legal stay as they are."""
        try:
            numbers = memoryview(actions)
        except TypeError:
            numbers = memoryview(array("i", actions))
        if numbers.format != "i" or not numbers.c_contiguous:
            numbers = memoryview(array("i", numbers.tolist()))
        if numbers.nbytes != 4 * len(self):
            raise ValueError(f"expected {len(self)} actions, one for each position")
        given = (ctypes.c_int32 * len(self)).from_buffer_copy(numbers)
        room, view = self._array("i")
        _check(_lib.agon_batch_apply(self._all, len(self), given, room))
        return view

    def random_actions(self, seed: int = 0) -> memoryview:
        """A random legal action for each position; below 0 where the game is over."""
        room, view = self._array("i")
        _check(_lib.agon_batch_random(self._all, len(self), seed & 0xFFFFFFFFFFFFFFFF, room))
        return view

    def winners(self) -> memoryview:
        """For each position 0 or 1, NOBODY (-1) for a draw, UNDECIDED (-2) if the game goes on."""
        room, view = self._array("i")
        _check(_lib.agon_batch_outcome(self._all, len(self), room))
        return view

    def turns(self) -> memoryview:
        """The seat to move of each position."""
        room, view = self._array("i")
        _check(_lib.agon_batch_turn(self._all, len(self), room))
        return view

    def playouts(self, n: int, seed: int = 0) -> memoryview:
        """Plays `n` random games from each position: a row (seat 0 won, seat 1 won, drawn) each."""
        room, view = self._array("Q", 3)
        _check(_lib.agon_batch_playouts(self._all, len(self), _playouts_number(n), seed & 0xFFFFFFFFFFFFFFFF, room))
        return view


# --- Players ---


@dataclass(frozen=True)
class Thought:
    """An answer of a built-in player. `value` is the chance of the side to move from 0 to 1 (None if
    the player has not searched), `line` what both sides should play, `exact`: proved to the end."""

    move: str
    action: int
    value: Optional[float]
    score: int
    exact: bool
    line: Tuple[str, ...]
    depth: int
    nodes: int
    seconds: float
    book: bool
    lot: bool


def _limits(ms: Optional[float], nodes: Optional[int], depth: Optional[int]) -> Dict[str, Any]:
    most = {"ms": 10 ** 12, "nodes": 2 ** 63, "depth": 2 ** 31 - 1}
    limits = {"ms": ms, "nodes": nodes, "depth": depth}
    return {name: None if limit is None else _between(name, limit, 0, most[name]) for name, limit in limits.items()}


class Player:
    """A built-in player: "@random", "@first", "@1" to "@10", "@max".

    The limits are those of every answer, unless `think` is told others: milliseconds, nodes, depth.
    With nodes or depth and one thread the same question has the same answer on every machine.

    >>> Player("@5").think(Position("reversi"), nodes=2000).move in Position("reversi").legal
    True
    """

    def __init__(self, name: str = "@5", ms: Optional[float] = None, nodes: Optional[int] = None,
                 depth: Optional[int] = None, threads: int = 1, seed: int = 0, memory: int = 0):
        self.name = self.__name__ = name
        self.limits = _limits(ms, nodes, depth)
        self.threads, self.memory = _between("threads", threads, 0, 2 ** 31 - 1), _between("memory", memory, 0, 2 ** 63)
        self.seed = seed
        self._minds: Dict[str, int] = {}
        self._asked = 0
        self._busy = threading.Lock()
        self._mind("reversi")  # a name that does not exist is told now

    def _mind(self, game: str) -> int:
        if game not in self._minds:
            error = _Error()
            made = _brains().agon_player_create(
                _bytes_of(self.name), _info(game).number, self.memory, ctypes.byref(error))
            if not made:
                raise Error(error.words.decode(errors="replace"))
            self._minds[game] = made
        return self._minds[game]

    def think(self, position: Position, ms: Optional[float] = None, nodes: Optional[int] = None,
              depth: Optional[int] = None, book: bool = False, seed: Optional[int] = None) -> Thought:
        """Finds a move. Ctrl-C ends the search."""
        limits = _limits(ms, nodes, depth)
        if all(limit is None for limit in limits.values()):
            limits = dict(self.limits)
        if self.name == "@max" and all(limit is None for limit in limits.values()):
            limits["ms"] = 1000
        asked = _Limits(time_ns=int((limits["ms"] or 0) * 1e6), nodes=limits["nodes"] or 0,
                        depth=limits["depth"] or 0, threads=self.threads, book=book)
        if not self._busy.acquire(blocking=False):
            raise Error(f"{self.name} is thinking already, on another thread")
        try:
            self._asked += 1
            given = seed_of(self.seed, self._asked) if seed is None else seed & 0xFFFFFFFFFFFFFFFF
            out = self._search(position, asked, given)
        finally:
            self._busy.release()
        return self._thought(position, out)

    def _search(self, position: Position, limits: _Limits, seed: int) -> _Thought:
        """Searches on a thread of its own, since Ctrl-C cannot interrupt a call of C."""
        library, mind, out, status = _brains(), self._mind(position.game), _Thought(), []
        cancelled, over = threading.Event(), threading.Event()

        def search() -> None:
            if not cancelled.is_set():
                status.append(library.agon_player_think(
                    mind, position._words, ctypes.byref(limits), seed, ctypes.byref(out)))
            over.set()

        if self.name in ("@random", "@first"):
            search()
        else:
            thread = threading.Thread(target=search, daemon=True)
            try:
                thread.start()
                over.wait()
            except BaseException:
                # Nothing may use the player before the search is over. A thread without a number has not
                # begun, and will not search any more.
                cancelled.set()
                while thread.ident is not None and not over.wait(0.01):
                    library.agon_player_stop(mind)
                raise
        _check(status[0])
        return out

    @staticmethod
    def _thought(position: Position, out: _Thought) -> Thought:
        line, now = [], position
        for action in out.line[:out.line_length]:
            line.append(now.move_text(action))
            now = now.play(action)
        return Thought(
            move=position.move_text(out.action), action=out.action,
            value=out.value if out.has_value else None, score=out.score, exact=bool(out.exact),
            line=tuple(line), depth=out.depth, nodes=out.nodes, seconds=out.time_ns / 1e9,
            book=bool(out.book), lot=bool(out.lot))

    def __call__(self, position: Position) -> int:
        return self.think(position).action

    def forget(self) -> None:
        """Makes it as new, for another game."""
        for mind in self._minds.values():
            _brains().agon_player_forget(mind)

    def close(self) -> None:
        """Gives its memory back. It can be asked again afterwards."""
        minds, self._minds = getattr(self, "_minds", {}), {}
        for mind in minds.values():
            _brains_lib.agon_player_destroy(mind)  # type: ignore[union-attr]

    def __del__(self) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"agon.Player({self.name!r})"


def random_bot(seed: int = 0) -> Callable[[Position], int]:
    """A bot that plays any legal move; with the same seed the same ones."""
    asked = 0

    def random(position: Position) -> int:
        nonlocal asked
        asked += 1
        return position.random_action(seed_of(seed, asked))

    return random


# --- Games between functions ---

Bot = Union[str, Callable[[Position], Move]]
"""A function from a position to a move, or the name of a built-in player."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that `play` has refereed. `verdict` is "WON", "DRAW", or the fault of who lost: "ILLEGAL"
    (a move that the rules forbid), "MALFORMED" (no move at all) or "CRASH" (an exception, in `error`)."""

    names: Tuple[str, str]
    winner: Optional[int]
    verdict: str
    rule: Optional[str]
    words: str
    moves: Tuple[str, ...]
    final: Position = field(repr=False)
    error: Optional[Exception] = field(repr=False, default=None)

    def __str__(self) -> str:
        told = f"{self.verdict} at move {len(self.moves) + 1}: {self.words}" if self.is_fault else self.words
        if self.winner is None:
            return f"{self.names[0]} and {self.names[1]} draw   {told}   {len(self.moves)} moves"
        return f"{self.names[self.winner]} beats {self.names[1 - self.winner]}   {told}   {len(self.moves)} moves"

    @property
    def is_fault(self) -> bool:
        return self.verdict not in ("WON", "DRAW")


@dataclass(frozen=True)
class Match:
    """The games of `play`. `wins` and `faults` are those of bot_a and of bot_b."""

    names: Tuple[str, str]
    games: Tuple[PlayedGame, ...]
    wins: Tuple[int, int]
    faults: Tuple[int, int]
    draws: int

    @property
    def score(self) -> float:
        """The share of bot_a: from 0 to 1, a draw counts half."""
        return (self.wins[0] + self.draws / 2) / max(1, len(self.games))

    def __str__(self) -> str:
        lines = [f"{i + 1:2}  {game}" for i, game in enumerate(self.games)]
        counted = [f"{name} {wins} {'win' if wins == 1 else 'wins'}" +
                   (f" ({faults} {'fault' if faults == 1 else 'faults'})" if faults else "")
                   for name, wins, faults in zip(self.names, self.wins, self.faults)]
        return "\n".join(lines) + f"\n\n{counted[0]}, {counted[1]}, {self.draws} drawn"


def _referee(bots: Sequence[Callable[[Position], Move]], names: Tuple[str, str], start: Position) -> PlayedGame:
    position, moves = start, []
    while not position.over:
        action = position.forced
        try:
            if action is None:
                move = bots[position.turn](position)
                if isinstance(move, bool) or not (isinstance(move, str) or hasattr(move, "__index__")):
                    return _lost(names, position, moves, "MALFORMED", None,
                                 f"expected a move as text or number, seen {type(move).__name__}", None)
                action = position.action(move)
        except IllegalMove as problem:
            if problem.__traceback__ is not None and _is_inside(problem):
                return _lost(names, position, moves, "CRASH", None, f"{type(problem).__name__}: {problem}", problem)
            return _lost(names, position, moves, "ILLEGAL", problem.rule, str(problem), problem)
        except BadText as problem:
            verdict = "CRASH" if _is_inside(problem) else "MALFORMED"
            return _lost(names, position, moves, verdict, None, str(problem), problem)
        except Exception as problem:  # whatever the bot has done wrong
            return _lost(names, position, moves, "CRASH", None, f"{type(problem).__name__}: {problem}", problem)
        moves.append(position.move_text(action))
        position = position.play(action)
    outcome = position.outcome
    return PlayedGame(names, outcome.winner, "DRAW" if outcome.draw else "WON", outcome.rule,
                      outcome.reason or "", tuple(moves), position)


def _is_inside(problem: Exception) -> bool:
    """Was it raised in the bot's own code, not in the referee's look at its move?"""
    trace = problem.__traceback__
    return bool(trace and trace.tb_next and trace.tb_next.tb_frame.f_code is not Position.action.__code__)


def _lost(names: Tuple[str, str], position: Position, moves: List[str], verdict: str, rule: Optional[str],
          words: str, error: Optional[Exception]) -> PlayedGame:
    return PlayedGame(names, 1 - position.turn, verdict, rule, words, tuple(moves), position, error)


def _bot(bot: Bot, seed: int) -> Tuple[Callable[[Position], Move], str]:
    function = Player(bot, seed=seed) if isinstance(bot, str) else bot
    if not callable(function):
        raise TypeError("a bot is a function from a position to a move, or a name such as \"@3\"")
    return function, getattr(function, "__name__", type(function).__name__)


def play(bot_a: Bot, bot_b: Bot, game: str = "reversi", games: int = 2, variant: Optional[str] = None,
         start: Optional[Position] = None, seed: int = 0) -> Match:
    """Plays games between two bots, which take turns to begin. There are no clocks.

    A bot that raises an exception, or does not return a legal move, loses that game with a word.

    >>> def first(position):
    ...     return position.actions[0]
    >>> def broken(position):
    ...     return "a1"
    >>> match = play(first, broken, games=2)
    >>> match.wins, match.faults, match.games[0].verdict
    ((2, 0), (0, 2), 'ILLEGAL')
    """
    bots, names = zip(*(_bot(bot, seed_of(seed, number)) for number, bot in enumerate((bot_a, bot_b))))
    if names[0] == names[1]:
        names = (names[0] + " (1)", names[1] + " (2)")
    begin = start if start is not None else Position(game, variant)
    played, wins, faults = [], [0, 0], [0, 0]
    for number in range(_between("games", games, 0, 2 ** 63)):
        first = number % 2
        result = _referee((bots[first], bots[1 - first]), (names[first], names[1 - first]), begin)
        played.append(result)
        if result.winner is not None:
            wins[result.winner ^ first] += 1
            faults[result.winner ^ 1 ^ first] += result.is_fault
        for bot in bots:
            if isinstance(bot, Player):
                bot.forget()
    return Match((names[0], names[1]), tuple(played), (wins[0], wins[1]), (faults[0], faults[1]),
                 sum(result.winner is None for result in played))


# --- Records ---

_RECORD_FORMAT = 1  # the latest that this module knows
_SHOWN_MOST = 80  # letters of a name, when a record shows itself


@dataclass(frozen=True)
class RecordedMove:
    """A move of a record. Times are in microseconds, None where the record has none."""

    seat: int
    move: str
    forced: bool
    at_us: Optional[int]
    wall_us: Optional[int]
    charged_us: Optional[int]


class Record:
    """The record of a game that agon has written (docs/record.md): a file, or its lines.

    `header` and `end` are the first and last line as they stand there; `end` is None if the game was
    not finished. `lines` has all of them.
    """

    def __init__(self, source: Union[str, "os.PathLike[str]", Iterable[str]]):
        if isinstance(source, (str, os.PathLike)):
            with open(source, encoding="utf-8", errors="replace", newline="\n") as file:
                self.lines = self._read(file)
        else:
            self.lines = self._read(source)
        if not self.lines or self.lines[0].get("type") != "game":
            raise BadText("this is not the record of a game: it does not begin with a line of the type \"game\"")
        self.header = self.lines[0]
        version = self.header.get("format")
        if isinstance(version, int) and version > _RECORD_FORMAT:
            raise Error(f"the record was written by a newer agon: its format is {version}, "
                        f"and this module reads records up to format {_RECORD_FORMAT}")
        if version != _RECORD_FORMAT:
            raise BadText("this is not the record of a game: it does not say which format it has")
        last = self.lines[-1]
        self.end: Optional[Dict[str, Any]] = last if last.get("type") == "end" else None
        try:
            self.game = str(self.header["game"])
            self.players = tuple(str(player["name"]) for player in self.header["players"])
            self.start = Position.from_text(self.game, self.header["position"])
            self.moves = tuple(
                RecordedMove(seat=line["seat"], move=line["move"], forced=bool(line.get("forced")),
                             at_us=line.get("at_us"), wall_us=line.get("wall_us"), charged_us=line.get("charged_us"))
                for line in self.lines if line.get("type") == "move")
        except (KeyError, TypeError) as problem:
            raise BadText(f"the record lacks something: {problem}") from None

    @staticmethod
    def _read(source: Iterable[str]) -> List[Dict[str, Any]]:
        lines = []
        for number, text in enumerate(source, 1):
            try:
                line = json.loads(text)
            except (ValueError, RecursionError) as problem:
                if not text.endswith("\n"):
                    break  # the last line of a game that is being played
                raise BadText(f"line {number} is not JSON: {problem}") from None
            if not isinstance(line, dict):
                raise BadText(f"line {number} is not a JSON object")
            lines.append(line)
        return lines

    @property
    def verdict(self) -> Optional[str]:
        """"WON", "DRAW", a fault such as "TIMEOUT", or None if the game was not finished."""
        return self.end.get("verdict") if self.end else None

    @property
    def winner(self) -> Optional[int]:
        return self.end.get("winner") if self.end else None

    @property
    def rule(self) -> Optional[str]:
        return self.end.get("rule") if self.end else None

    @property
    def explanation(self) -> Optional[str]:
        """What a fault was, in words."""
        return self.end.get("explanation") if self.end else None

    def positions(self) -> List[Position]:
        """All positions of the game; the first is `start`, the last the one in which it ended."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move.move))
        return positions

    def charged_ms(self, seat: int) -> List[float]:
        """What each answer of a seat cost of its clock, in milliseconds."""
        return [move.charged_us / 1000 for move in self.moves if move.seat == seat and move.charged_us is not None]

    def stderr(self, seat: int) -> str:
        """What the bot of a seat wrote to stderr."""
        return "".join(str(line.get("text", "")) + str(line.get("tail", ""))
                       for line in self.lines if line.get("type") == "stderr" and line.get("seat") == seat)

    def __repr__(self) -> str:
        players = " against ".join(_visible(name[:_SHOWN_MOST]) for name in self.players)
        verdict = _visible(str(self.verdict)[:_SHOWN_MOST])
        return f"<agon.Record of {self.game}, {players}: {verdict}, {len(self.moves)} moves>"

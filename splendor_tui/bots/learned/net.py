"""The neural net: a sum of table rows, two small layers, and each seat's chance of winning. Also its file format.

A file contains float16 weights, and metadata to check its integrity and compatibility.
"""

import hashlib
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor_tui.bots.learned.compiled import compiled, compiled_from
from splendor_tui.bots.learned.encoding import CardSet, Float32s
from splendor_tui.bots.learned.features import BY_NOBLE, DISTANCES, KNOWN, SIDE_ROWS, Rows, row_count
from splendor_tui.bots.learned.known_nobles import KNOWN_NOBLES, KNOWN_SET, knows_cards
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.rules.gems import unpack
from splendor_tui.words import N_, MessageError

WIDTH = 128
HEAD = 32
PACKED_ONE: Final = 1024  # the value of 1 in a packed table, whose sums range from -32 to 32
VERSION: Final = 3  # the version of features and layers, which determine the meaning of the rows
FOLDER: Final = Path(__file__).parent

Sums: TypeAlias = npt.NDArray[Any]
"""Sums of table rows, or rows themselves: float32, or int16 if the net is packed."""


class Net(NamedTuple):
    """The weights: table rows + `table_bias` → ReLU → `middle` → ReLU → `last` → softmax.

    Shapes: (rows, WIDTH), (WIDTH,), (HEAD, WIDTH), (HEAD,), (players, HEAD), (players,). The outputs are in the order
    of the sides: the seat that has just moved, then the others in turn order.

    All are float32, but in a packed net, the table and its bias are int16: half the memory to read, the bottleneck.
    """

    table: Sums
    table_bias: Sums
    middle: Float32s
    middle_bias: Float32s
    last: Float32s
    last_bias: Float32s

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.last_bias)


def pack_net(net: Net, cards: CardSet) -> Net:
    """Convert a net to the form used by the search with this card set. `middle` then includes the scale of the table."""
    net = _add_unknown_nobles(net, cards)
    table = np.clip(np.rint(net.table * PACKED_ONE), -(2**15), 2**15 - 1).astype(np.int16)
    table_bias = np.rint(net.table_bias * PACKED_ONE).astype(np.int16)
    return net._replace(table=table, table_bias=table_bias, middle=(net.middle / PACKED_ONE).astype(np.float32))


def _add_unknown_nobles(net: Net, cards: CardSet) -> Net:
    """Add rows to the table for the nobles that the net does not know.

    Each is the sum of the known nobles' rows with weights that give the same mix of colours. For a known noble without its own
    rows, this estimates the chances of winning more accurately than rows of similar nobles or the average.
    """
    other = cards.noble_row >= KNOWN
    if not other.any():
        return net
    known = _mix_of_colours(np.array([unpack(noble.cost) for noble in KNOWN_NOBLES]))
    wanted = _mix_of_colours(cards.noble_cost[: len(other)][other])
    weights = np.linalg.lstsq(known, wanted, rcond=None)[0]
    starts = np.arange(net.players) * SIDE_ROWS + BY_NOBLE
    rows = np.stack([net.table[start : start + KNOWN * DISTANCES] for start in starts])
    by_noble = rows.reshape(net.players, KNOWN, DISTANCES, -1)
    added = np.einsum("kn,skdw->nsdw", weights, by_noble).reshape(-1, net.table.shape[1])
    return net._replace(table=np.concatenate([net.table, added.astype(net.table.dtype)]))


def _mix_of_colours(costs: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The share of each colour in each noble's requirement, and a line of ones, so that the weights of a mix add up to 1."""
    shares = costs / costs.sum(axis=1, keepdims=True)
    return np.vstack([shares.T, np.ones(len(costs))])


# Array expressions would be shorter, but numba compiles them to code that is three times slower. Assigning a slice compiles
# the error for a wrong shape as well, which takes seconds, also at the first start.


@compiled_from(lambda source, target: np.copyto(target, source))
def copy(source: npt.NDArray[Any], target: npt.NDArray[Any]) -> None:
    """Copy an array to another one of the same size."""
    for unit in range(len(target)):
        target[unit] = source[unit]


@compiled
def add(sums: Sums, row: Float32s) -> None:
    """Add a table row in place."""
    for unit in range(len(sums)):
        sums[unit] += row[unit]


@compiled
def rectify(sums: Sums, active: Float32s) -> None:
    """Write the ReLU of the sums to `active`."""
    for unit in range(len(sums)):
        active[unit] = max(np.float32(sums[unit]), np.float32(0))


@compiled
def dot(weights: Float32s, active: Float32s) -> np.float32:
    """The dot product."""
    total = np.float32(0)
    for unit in range(len(active)):
        total += weights[unit] * active[unit]
    return total


@compiled
def sum_rows(net: Net, rows: Rows, sums: Sums) -> None:
    """Write the sum of these table rows to `sums` (WIDTH,)."""
    copy(net.table_bias, sums)
    for row in rows:
        add(sums, net.table[row])


@compiled
def predict(net: Net, sums: Sums, active: Float32s, hidden: Float32s, mover: int, values: Float32s) -> None:
    """Write each seat's chance of winning to `values`, of shape (players,). `mover` is the seat that has just moved.

    Overwrites `active`, of shape (WIDTH,), with the output of the first layer, and `hidden`, of shape (HEAD,), with
    that of the second layer before its ReLU.
    """
    rectify(sums, active)
    for other in range(HEAD):
        hidden[other] = net.middle_bias[other] + dot(net.middle[other], active)
    players = len(net.last_bias)
    most = np.float32(-1e9)
    for side in range(players):
        logit = net.last_bias[side]
        for other in range(HEAD):
            logit += max(hidden[other], np.float32(0)) * net.last[side, other]
        values[(mover + side) % players] = logit
        most = max(most, logit)
    total = np.float32(0)
    for seat in range(players):
        values[seat] = np.exp(values[seat] - most)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


def predict_turns(net: Net, rows: npt.NDArray[np.int64], mover: int) -> Float32s:
    """The chances after many turns of the same seat, from one line of table rows each. For plain Python."""
    sums = net.table_bias + net.table[rows].sum(axis=1, dtype=net.table.dtype)
    hidden = np.maximum(sums, 0).astype(np.float32) @ net.middle.T + net.middle_bias
    logits = np.maximum(hidden, 0) @ net.last.T + net.last_bias
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.roll(weights / weights.sum(axis=1, keepdims=True), mover, axis=1)


# --- files -------------------------------------------------------------------------------------------------------------


class NetError(MessageError):
    """Raised for an unusable net. The message gives the reason."""


def shipped_net_path(players: int) -> Path:
    """The path of the packaged net for this number of players."""
    return FOLDER / f"values-{players}.npz"


def load_shipped_net(players: int, catalogue: Catalogue) -> Net:
    """Load the packaged net. Raises NetError if there is none for this number of players or for these cards."""
    return load_net(shipped_net_path(players), players, catalogue)


def load_net(path: Path, players: int, catalogue: Catalogue) -> Net:
    """Load a net. Raises NetError if it is missing, damaged, of another version, or for other cards or players."""
    try:
        with path.open("rb") as file:
            content = dict(np.load(file, allow_pickle=False))
    except FileNotFoundError:
        raise NetError(N_("The learned net {file} is missing.", file=path.name)) from None
    except Exception as error:  # zipfile, zlib and numpy's tokenizer raise almost any error for a damaged file
        raise NetError(N_("The learned net {file} is damaged: it cannot be read.", file=path.name)) from error
    if not {"version", "players", "catalogue", "checksum", *Net._fields} <= set(content):
        raise NetError(N_("The learned net {file} is damaged: it is not complete.", file=path.name))
    if int(content["version"]) != VERSION:
        raise NetError(N_("The learned net {file} belongs to another version of the program.", file=path.name))
    if str(content["catalogue"]) != KNOWN_SET or not knows_cards(catalogue):
        raise NetError(N_("The learned net {file} was trained with other cards.", file=path.name))
    arrays = {name: content[name] for name in Net._fields}
    if str(content["checksum"]) != checksum(arrays) or not _fits(arrays, players):
        raise NetError(N_("The learned net {file} is damaged: its numbers have changed.", file=path.name))
    return Net(**{name: array.astype(np.float32) for name, array in arrays.items()})


def checksum(arrays: dict[str, np.typing.NDArray[np.float16]]) -> str:
    """The hash that a file must store for these arrays."""
    digest = hashlib.sha256()
    for name, array in arrays.items():
        digest.update(f"{name} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array, "<f2").tobytes())
    return digest.hexdigest()


def _fits(arrays: dict[str, np.typing.NDArray[np.float16]], players: int) -> bool:
    width = arrays["table_bias"].size
    shapes = [(row_count(players), width), (width,), (HEAD, width), (HEAD,), (players, HEAD), (players,)]
    return [array.shape for array in arrays.values()] == shapes and width % 4 == 0

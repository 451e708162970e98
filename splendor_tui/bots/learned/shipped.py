"""Nets as files: float16 numbers with what is needed to tell that they are whole and fit this program."""

import hashlib
import os
from pathlib import Path
from typing import Final

import numpy as np

from splendor_tui.bots.learned.features import row_count
from splendor_tui.bots.learned.net import HEAD, Net
from splendor_tui.rules.catalogue import Catalogue
from splendor_tui.words import N_, MessageError

VERSION: Final = 3  # of the features and the layers; a net of another version means something else by its rows
FOLDER: Final = Path(__file__).parent


class NetError(MessageError):
    """A net that cannot be played with, and why."""


def shipped_net_path(players: int) -> Path:
    """Where the package keeps its net for so many players."""
    return FOLDER / f"values-{players}.npz"


def shipped_net(players: int, catalogue: Catalogue) -> Net:
    """The net of the package. Raises NetError if there is none, or none for these cards."""
    return load_net(shipped_net_path(players), players, catalogue)


def save_net(path: Path, net: Net, catalogue: Catalogue) -> None:
    """Write the net, replacing the file at once or not at all."""
    arrays = {name: array.astype(np.float16) for name, array in net._asdict().items()}
    beside = path.with_suffix(".part")
    with beside.open("wb") as file:
        np.savez_compressed(
            file,
            version=np.array(VERSION),
            players=np.array(net.players),
            catalogue=np.array(catalogue.digest),
            checksum=np.array(_checksum(arrays)),
            **arrays,
        )
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def load_net(path: Path, players: int, catalogue: Catalogue) -> Net:
    """Read a net. Raises NetError if it is not there, damaged, of another version, or for other cards or players."""
    try:
        with path.open("rb") as file:
            found = dict(np.load(file, allow_pickle=False))
    except FileNotFoundError:
        raise NetError(N_("There is no learned net for {players} players.", players=players)) from None
    except Exception as error:  # a damaged file makes zipfile, zlib and numpy's tokenizer raise almost anything
        raise NetError(N_("The learned net {file} is damaged: it cannot be read.", file=path.name)) from error
    if not {"version", "players", "catalogue", "checksum", *Net._fields} <= set(found):
        raise NetError(N_("The learned net {file} is damaged: it is not complete.", file=path.name))
    if int(found["version"]) != VERSION:
        raise NetError(N_("The learned net {file} belongs to another version of the program.", file=path.name))
    if str(found["catalogue"]) != catalogue.digest:
        raise NetError(N_("The learned net {file} was trained with other cards or nobles.", file=path.name))
    arrays = {name: found[name] for name in Net._fields}
    if str(found["checksum"]) != _checksum(arrays) or not _fits(arrays, players):
        raise NetError(
            N_("The learned net {file} is damaged: its numbers are not those that were saved.", file=path.name)
        )
    return Net(**{name: array.astype(np.float32) for name, array in arrays.items()})


def _checksum(arrays: dict[str, np.typing.NDArray[np.float16]]) -> str:
    digest = hashlib.sha256()
    for name, array in arrays.items():
        digest.update(f"{name} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array, "<f2").tobytes())
    return digest.hexdigest()


def _fits(arrays: dict[str, np.typing.NDArray[np.float16]], players: int) -> bool:
    width = arrays["table_bias"].size
    shapes = [(row_count(players), width), (width,), (HEAD, width), (HEAD,), (players, HEAD), (players,)]
    return [array.shape for array in arrays.values()] == shapes and width % 4 == 0

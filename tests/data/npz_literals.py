#!/usr/bin/python3
"""Writes npz_literals.inc: archives of NumPy 1.24 and of Python's zipfile, byte by byte.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2):  ./npz_literals.py > npz_literals.inc
"""
import io
import struct
import zipfile

import numpy as np

from npy_literals import hexadecimal, npy


def savez(save, **arrays):
    out = io.BytesIO()
    save(out, **arrays)
    return out.getvalue()


def archive(members, method=zipfile.ZIP_STORED):
    """As NpzWriter writes it: made by version 0 of nobody, no rights, no zip64 fields."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in members:
            info = zipfile.ZipInfo(name)
            info.create_system = info.create_version = 0
            info.compress_type = method
            file.writestr(info, data)
            info.external_attr = 0
    return out.getvalue()


def deflated_as(data, size):
    """An archive of one deflated array whose entries give another size than it has."""
    whole = archive([("a.npy", data)], zipfile.ZIP_DEFLATED)
    return whole.replace(struct.pack("<I", len(data)), struct.pack("<I", size))


def bytes_of(name, data):
    print(f"constexpr const char* {name} =\n{hexadecimal(data)};\n")


print("// Made by npz_literals.py with NumPy", np.__version__)

two = {"a": np.array([1, -2]), "b/c.d": np.array([[0.5], [2]], "<f4")}
members = [(name + ".npy", npy(array)) for name, array in two.items()]
bytes_of("kSavez", savez(np.savez, **two))
bytes_of("kSavezCompressed", savez(np.savez_compressed, **two))
bytes_of("kSavezEmpty", savez(np.savez))
bytes_of("kWritten", archive(members))
bytes_of("kWrittenUtf8", archive([("é.npy", npy(np.array(True)))]))
bytes_of("kDeflatedShort", deflated_as(npy(np.arange(3))[:-8], len(npy(np.arange(3)))))
bytes_of("kDeflatedLong", deflated_as(npy(np.arange(3)) + b"more", len(npy(np.arange(3)))))
bytes_of("kBzip2", archive(members[:1], zipfile.ZIP_BZIP2))
others = [("readme.txt", b"hello"), ("a.npy", b"not an array"), ("b.npy", members[0][1][:-4])]
bytes_of("kOtherMembers", archive(others))
limit, zipfile.ZIP64_LIMIT = zipfile.ZIP64_LIMIT, 100
bytes_of("kZip64", archive(members))
zipfile.ZIP64_LIMIT = limit

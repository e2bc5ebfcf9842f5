#!/usr/bin/python3
"""Writes the seeds of npz_fuzz: small arrays and archives of NumPy, as npz/*.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2) in tests/fuzz.
"""
import io
import pathlib
import zipfile

import numpy as np
from numpy.lib import format as npy

ARRAYS = {
    "float32": np.arange(6, dtype="<f4").reshape(2, 3),
    "float64": np.linspace(0, 1, 5),
    "half": np.arange(4, dtype="<f2"),
    "big_endian": np.arange(4, dtype=">i4"),
    "bytes": np.arange(4, dtype="u1"),
    "int64": np.arange(-2, 2).reshape(2, 2, 1),
    "uint64": np.array([0, 2**63 - 1], dtype="u8"),
    "bool": np.array([[True, False]]),
    "fortran": np.asfortranarray(np.arange(24.0).reshape(2, 3, 4)),
    "scalar": np.array(7.0),
    "empty": np.zeros((0, 3)),
}


def written(array, version=(1, 0)):
    out = io.BytesIO()
    npy.write_array(out, array, version=version)
    return out.getvalue()


def archive(method, **members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in members.items():
            file.writestr(zipfile.ZipInfo(name.replace("__", "/") + ".npy"), data, method)
    return out.getvalue()


folder = pathlib.Path(__file__).parent / "npz"
folder.mkdir(exist_ok=True)
for name, array in ARRAYS.items():
    (folder / f"{name}.npy").write_bytes(written(array))
(folder / "version2.npy").write_bytes(written(ARRAYS["bool"], (2, 0)))
(folder / "version3.npy").write_bytes(written(ARRAYS["bool"], (3, 0)))
small = {name: written(ARRAYS[name]) for name in ("float32", "bool")}
(folder / "stored.npz").write_bytes(archive(zipfile.ZIP_STORED, h__0__w=small["float32"]))
(folder / "deflated.npz").write_bytes(archive(zipfile.ZIP_DEFLATED, **small))
(folder / "zeros.npz").write_bytes(
    archive(zipfile.ZIP_DEFLATED, zeros=written(np.zeros(1 << 17))))
(folder / "none.npz").write_bytes(archive(zipfile.ZIP_STORED))

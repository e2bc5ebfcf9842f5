// charsmap.mjs FILE.model: the precompiled_charsmap of a SentencePiece model in base64 (field 2 of field 3, sentencepiece_model.proto).
import fs from 'fs';

/// The bytes of the first field of this number that has a length.
function field(bytes, wanted) {
  let at = 0;
  const number = () => {
    let value = 0, shift = 1;
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
      shift *= 128;
    }
  };
  while (at < bytes.length) {
    const tag = number();
    if (tag % 8 === 0) number();
    else if (tag % 8 === 5) at += 4;
    else if (tag % 8 === 1) at += 8;
    else {
      const length = number();
      if (Math.floor(tag / 8) === wanted) return bytes.subarray(at, at + length);
      at += length;
    }
  }
  throw new Error(`there is no field ${wanted}`);
}

console.log(field(field(fs.readFileSync(process.argv[2]), 3), 2).toString('base64'));

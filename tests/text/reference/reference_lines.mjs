// reference_lines.mjs FILE: the reference as a program that answers as tokenize_lines does. Requests
// may also be {size: true}: how many tokens there are. Works in the folder that has node_modules.
import {createRequire} from 'module';
import readline from 'readline';

const {Tokenizer} = createRequire(process.cwd() + '/')('@anush008/tokenizers');
const tokenizer = Tokenizer.fromFile(process.argv[2]);
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});

/// Where each character of a text begins in bytes, and where the last one ends.
function bytePlaces(text) {
  const places = [0];
  for (const c of text) places.push(places.at(-1) + Buffer.byteLength(c));
  return places;
}

/// What a decoder makes of bytes, and where each of its characters begins in them.
function decoded(bytes) {
  const text = decoder.decode(bytes);
  const places = [0];
  let at = 0;
  for (const c of text) {
    const written = c !== '\ufffd' || (bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd);
    let length = written ? Buffer.byteLength(c) : 1;
    if (!written)  // the longest beginning of a character
      while (at + length < bytes.length && decoder.decode(bytes.subarray(at, at + length + 1)) === '\ufffd') length++;
    places.push((at += length));
  }
  return {text, places};
}

async function decode(ids) {
  const text = await tokenizer.decode(ids, true);
  const answer = {text, whole: await tokenizer.decode(ids, false)};
  // Bytes that are no character yet make some decoders take back those that were one.
  return text.includes('\ufffd') ? answer : {...answer, streamed: text};
}

async function encode({text, bytes, pair, special}) {
  const first = bytes ? decoded(Uint8Array.from(bytes)) : {text, places: bytePlaces(text)};
  const places = [first.places, bytePlaces(pair ?? '')];
  const encoding = await tokenizer.encode(first.text, pair ?? null, {addSpecialTokens: special});
  const ids = encoding.getIds();
  const sequences = ids.map((_, i) => (pair === undefined ? 0 : encoding.tokenToSequence(i) ?? 0));
  const offsets = encoding.getOffsets().flatMap((span, i) => span.map((at) => places[sequences[i]]?.[at]));
  return {
    ids,
    // Behind a sequence of post-processors it may be wrong on which sequence a token is of.
    ...(offsets.every((at) => at !== undefined) && {offsets}),
    types: encoding.getTypeIds(),
    attention: encoding.getAttentionMask(),
    special: encoding.getSpecialTokensMask(),
  };
}

async function answer(request) {
  try {
    if (request.size) return {size: tokenizer.getVocabSize(true)};
    return await (request.decode ? decode(request.decode) : encode(request));
  } catch (error) {
    return {error: error.message};
  }
}

for await (const line of readline.createInterface({input: process.stdin})) console.log(JSON.stringify(await answer(JSON.parse(line))));

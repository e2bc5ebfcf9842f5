// The two sides of a comparison. A request is {text or bytes, pair, special} or {decode: ids}; both
// sides answer with the same keys, or with {error}.
import {spawn} from 'child_process';
import {createRequire} from 'module';
import readline from 'readline';

const {Tokenizer} = createRequire(process.cwd() + '/')('@anush008/tokenizers');
const PATIENCE = 60;  // seconds for an answer
const MEMORY = 6 * 2 ** 30;

/// Our side: the program `lines`, which answers one request after the other. One that ends it, or
/// that it does not answer, is answered with {error, crash}; it is started again for the next.
export class Ours {
  constructor(lines, file) {
    this.command = [`--as=${MEMORY}`, lines, file];
    this.waiting = [];
    this.start();
  }
  start() {
    const child = (this.child = spawn('prlimit', this.command, {stdio: ['pipe', 'pipe', 'inherit']}));
    child.stdin.on('error', () => {});
    readline.createInterface({input: child.stdout}).on('line', (line) => {
      this.waiting.shift().done(JSON.parse(line));
      this.watch();
    });
    child.on('close', (code, signal) => {
      if (!this.waiting.length) return;
      this.waiting.shift().done({error: `ended with ${code ?? signal}`, crash: true});
      if (this.waiting.length) this.start();
      else this.child = null;
    });
    for (const {request} of this.waiting) this.send(request);
    this.watch();
  }
  watch() {
    clearTimeout(this.timer);
    const {child} = this;
    if (this.waiting.length) this.timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE * 1000);
  }
  send(request) {
    this.child.stdin.write(JSON.stringify(request) + '\n');
  }
  ask(request) {
    return new Promise((done) => {
      this.waiting.push({request, done});
      if (!this.child) return this.start();
      this.send(request);
      if (this.waiting.length === 1) this.watch();
    });
  }
  end() {
    this.child?.stdin.end();
  }
}

/// Where each character of a text begins in bytes, and where the last one ends.
function bytePlaces(text) {
  const places = [0];
  for (const c of text) places.push(places.at(-1) + Buffer.byteLength(c));
  return places;
}

const decoder = new TextDecoder('utf-8', {ignoreBOM: true});

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

/// The reference.
export class Theirs {
  constructor(json) {
    this.tokenizer = Tokenizer.fromString(json);
    this.size = this.tokenizer.getVocabSize(true);
  }
  async ask(request) {
    try {
      return await (request.decode ? this.decode(request.decode) : this.encode(request));
    } catch (error) {
      return {error: error.message};
    }
  }
  async decode(ids) {
    const text = await this.tokenizer.decode(ids, true);
    const answer = {text, whole: await this.tokenizer.decode(ids, false)};
    // Bytes that are no character yet make some decoders take back those that were one.
    return text.includes('\ufffd') ? answer : {...answer, streamed: text};
  }
  async encode({text, bytes, pair, special}) {
    const first = bytes ? decoded(Uint8Array.from(bytes)) : {text, places: bytePlaces(text)};
    const places = [first.places, bytePlaces(pair ?? '')];
    const encoding = await this.tokenizer.encode(first.text, pair ?? null, {addSpecialTokens: special});
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
}

/// The first key that differs, null when nothing does. Where both refuse, their words may differ.
export function difference(expected, got) {
  if (got.crash) return 'error';
  if (expected.error || got.error) return expected.error && got.error ? null : 'error';
  return Object.keys(expected).find((key) => JSON.stringify(expected[key]) !== JSON.stringify(got[key])) ?? null;
}

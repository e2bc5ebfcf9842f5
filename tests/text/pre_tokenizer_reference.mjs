// Prints tests/text/pre_tokenizer_reference.inc: what the reference tokenizer makes of the texts and
// of every character. Run in a folder with node_modules/@anush008/tokenizers:
//   node pre_tokenizer_reference.mjs > pre_tokenizer_reference.inc
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const { Tokenizer } = require('@anush008/tokenizers');

const pieces = (pre_tokenizer, text) => Tokenizer.fromString(JSON.stringify({
  version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer,
  post_processor: null, decoder: null, model: { type: 'WordLevel', vocab: { '?': 0 }, unk_token: '?' },
})).getPreTokenizer().preTokenizeString(text);

const regex = (expression, behavior = 'Isolated', invert = false) =>
  ({ type: 'Split', pattern: { Regex: expression }, behavior, invert });
const string = (text, behavior = 'Isolated', invert = false) =>
  ({ type: 'Split', pattern: { String: text }, behavior, invert });
const bytes = (add_prefix_space, use_regex) => ({ type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex });
const metaspace = (prepend_scheme, split) => ({ type: 'Metaspace', replacement: '\u2581', prepend_scheme, split });
const sequence = (...pretokenizers) => ({ type: 'Sequence', pretokenizers });
const digits = individual_digits => ({ type: 'Digits', individual_digits });
const type = name => ({ type: name });

const behaviors = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'];
const contractions = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const rest = "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
const qwen = contractions + '|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}' + rest;
const upper = '[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]', lower = '[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]';
const o200k = `[^\\r\\n\\p{L}\\p{N}]?${upper}*${lower}+${contractions}?|[^\\r\\n\\p{L}\\p{N}]?${upper}+${lower}*` +
  `${contractions}?|\\p{N}{1,3}` + rest.replace('[\\r\\n]*', '[\\r\\n/]*');
const kimi = `[\\p{Han}]+|` + o200k.replaceAll('\\p{M}]', '\\p{M}&&[^\\p{Han}]]');

const mixed = "It's  2\u0BE7\u00BD LL'LL\u017F \u4E2D\u6587\u3042\u30A2!?\r\n\n \u2581x\u00E9\u0301 \u{1F600}\u{16D40}\u{10D50} ";
const texts = ['a', ' ', '  a b ', '\u2581a\u2581 b', '1a22', 'a-b--c', mixed];
const all = [
  bytes(false, false), bytes(true, false), bytes(false, true), bytes(true, true),
  type('Whitespace'), type('WhitespaceSplit'), type('BertPreTokenizer'), type('UnicodeScripts'),
  digits(false), digits(true), type('Punctuation'), { type: 'CharDelimiterSplit', delimiter: '\u2581' },
  type('FixedLength'), { type: 'FixedLength', length: 2 },
  ...['always', 'first', 'never'].flatMap(scheme => [metaspace(scheme, true), metaspace(scheme, false)]),
  { type: 'Metaspace', replacement: '\u2581', add_prefix_space: true, str_rep: '\u2581' },
  ...behaviors.flatMap(behavior => [{ type: 'Punctuation', behavior },
    ...[false, true].flatMap(invert => [regex('\\s*\\p{L}|-|x*', behavior, invert), string('-', behavior, invert),
      string('', behavior, invert)])]),
  sequence(), sequence(type('WhitespaceSplit'), metaspace('first', true)),
  sequence(metaspace('always', true), digits(true), bytes(true, true)), sequence(bytes(true, true), bytes(true, false)),
  sequence(regex(qwen), bytes(false, false)), sequence(regex(o200k, 'Removed', true), bytes(false, false)), regex(kimi),
];
const every = [
  bytes(false, true), bytes(true, false), type('Whitespace'), type('WhitespaceSplit'), type('BertPreTokenizer'),
  type('UnicodeScripts'), digits(false), type('Punctuation'), metaspace('always', true), regex(qwen), regex(o200k), regex(kimi),
];

const literal = text => JSON.stringify(text).replace(/[^ -~]/gu, c => {
  const code = c.codePointAt(0).toString(16).toUpperCase();
  return code.length > 4 ? '\\U' + code.padStart(8, '0') : '\\u' + code.padStart(4, '0');
});
const raw = value => `R"~(${JSON.stringify(value).replace(/[^ -~]/g, c =>
  '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'))})~"`;
const written = found => found.map(([text, [begin, end]]) => `${begin}-${end} ${text}\n`).join('');

// FNV-1a of what becomes of blocks of 256 characters, each between an a and "1 ".
function digest(pre_tokenizer) {
  let hash = 0x811C9DC5;
  const splitter = text => pieces(pre_tokenizer, text);
  for (let block = 0; block < 0x110000; block += 256) {
    if (block >= 0xD800 && block < 0xE000) continue;
    let text = '';
    for (let c = block; c < block + 256; ++c) text += 'a' + String.fromCodePoint(c) + '1 ';
    for (const byte of Buffer.from(written(splitter(text)))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return '0x' + hash.toString(16).toUpperCase();
}

console.log('// Printed by pre_tokenizer_reference.mjs.\n\nconstexpr Case kCases[] = {');
for (const pre_tokenizer of all)
  for (const text of texts)
    console.log(`    {${raw(pre_tokenizer)}, ${literal(text)}, ${literal(written(pieces(pre_tokenizer, text)))}},`);
console.log('};\n\nconstexpr Digest kDigests[] = {');
for (const pre_tokenizer of every) console.log(`    {${raw(pre_tokenizer)}, ${digest(pre_tokenizer)}},`);
console.log('};');

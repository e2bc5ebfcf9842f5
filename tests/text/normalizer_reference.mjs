// Prints tests/text/normalizer_reference.inc, what the reference tokenizer makes of the texts below.
// Run in a folder with node_modules/@anush008/tokenizers:
//   node normalizer_reference.mjs > normalizer_reference.inc
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const { Tokenizer } = require('@anush008/tokenizers');

// A table of SentencePiece's: a double array of Darts-clone in which the node of a key has its
// leaf at its own place and its children at that place xor the next byte.
function charsmap(replacements) {
  const root = { children: new Map() };
  let texts = '';
  const begins = new Map();
  for (const [key, text] of Object.entries(replacements)) {
    let node = root;
    for (const byte of Buffer.from(key)) {
      if (!node.children.has(byte)) node.children.set(byte, { children: new Map() });
      node = node.children.get(byte);
    }
    if (!begins.has(text)) {
      begins.set(text, Buffer.byteLength(texts));
      texts += text + '\0';
    }
    node.value = begins.get(text);
  }
  const units = new Map([[0, 0]]);
  const place = (node, unit) => {
    const slots = [...node.children.keys()];
    if (node.value !== undefined) slots.push(0);
    let base = 1;
    while (slots.some(slot => units.has(base ^ slot))) ++base;
    units.set(unit, units.get(unit) | ((unit ^ base) << 10) | (node.value !== undefined ? 0x100 : 0));
    if (node.value !== undefined) units.set(base, node.value | 0x80000000);
    for (const byte of node.children.keys()) units.set(base ^ byte, byte);
    for (const [byte, child] of node.children) place(child, base ^ byte);
  };
  place(root, 0);
  const size = Math.max(...units.keys()) + 1;
  const trie = new Uint32Array((size + 255) & ~255);
  for (const [unit, value] of units) trie[unit] = value;
  return Buffer.concat([Buffer.from(new Uint32Array([trie.byteLength]).buffer), Buffer.from(trie.buffer),
                        Buffer.from(texts)]).toString('base64');
}

const small = charsmap({
  '\u0001': '', '\r': ' ', '\n': ' ', '\u00AD': '', '\uFB01': 'fi', 'a\u0301': '\u00E1', '\u0301': '', '\u00E9': 'e',
  '\u00BD': '1\u20442', '\u3000': ' ', '\u304B': 'ka', '\u304B\u3099': 'ga', '~': '-', '\u2026': '...',
  '\u0915': 'ka', '\uAC00': 'ga', '\u00A9': '(c)',
});

const strip = (left, right) => ({ type: 'Strip', strip_left: left, strip_right: right });
const replace = (pattern, content) => ({ type: 'Replace', pattern, content });
const bert = (clean, chinese, accents, lower) => ({
  type: 'BertNormalizer', clean_text: clean, handle_chinese_chars: chinese, strip_accents: accents, lowercase: lower });
const sequence = (...normalizers) => ({ type: 'Sequence', normalizers });
const precompiled = { type: 'Precompiled', precompiled_charsmap: 'SMALL' };
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map(type => ({ type }));
const marks = ['', 'plain', '\u00E9a\u0323\u0301x', 'a\u0301\u0323x', 'a\u0323\u0301x', '\uFB01\u0301x', '\u1E09\u0323z',
               '\uAC01\uAC01x', '\u1100\u1161\u11A8x', '\u0344a\u0344', '\u0301', 'e\u0316\u0301\u0301', '\u212B\u2126',
               '\u0958', '\u09C7\u09BE', '\u1D15E', '\uFF76\uFF9E', '\u32FF', '\u{11935}\u{11930}', '\u0B95\u0BC6\u0BBE'];

const cases = [
  ...forms.flatMap(form => marks.map(text => [form, text])),
  ...['', 'Abc', '\u0130\u0130x', '\u00C9\u03A3', '\u1E9E'].map(text => [{ type: 'Lowercase' }, text]),
  ...['', '   ', ' \u00E9\u00E9 \u3000', 'ab', '\u3000 a'].flatMap(text =>
    [strip(true, true), strip(true, false), strip(false, true), strip(false, false)].map(n => [n, text])),
  ...['e\u0304\u0304o', '\u0301', '\u0903x\u20DD'].map(text => [{ type: 'StripAccents' }, text]),
  [replace({ String: 'bc' }, 'XYZ'), 'abcdbc'], [replace({ String: 'bc' }, ''), 'abcdbc'],
  [replace({ String: '' }, '-'), 'a\u00E9c'], [replace({ String: '' }, '-'), ''], [replace({ String: 'a' }, '\u2581'), 'aa'],
  ...['^', '$', 'b*', 'a|', ' {2,}', '\\s+', '[\u00E9]'].map(regex => [replace({ Regex: regex }, '\u2581'), 'ab  \u00E9b']),
  ...['', 'a', '\u00E9b'].flatMap(text => ['\u2581', 'xy', ''].map(prepend => [{ type: 'Prepend', prepend }, text])),
  ...['a\u4E2Db\u0000c\u0301d\u00C9', '\u4E2D\u6587', '\u0130x', ' \t\n\r\u000B\u0085\u00A0\u200B', '\uFFFDa\u{2B820}\u{2B920}'].flatMap(text =>
    [bert(true, true, null, true), bert(true, false, true, false), bert(false, true, null, false),
     bert(false, false, false, true)].map(n => [n, text])),
  ...['a\tb\u0001\u200Bc\u2581', '\u0000\u007F\u008F\u009F'].map(text => [{ type: 'Nmt' }, text]),
  ...['', 'a \u00E9\u4E2D\n'].map(text => [{ type: 'ByteLevel' }, text]),
  ...['\u0001ab', '\u0001\u0001ab\u00BDc', 'a\u0001b', '\uFB01\u0001x', '\uFB01\u0001\u0001x', '\u00BD\u00AD\u00ADx', '\r\nx', 'a\u0301b', 'a\u0301\u0301b',
      '\u00E9\u0301b', '\u304B\u3099', '~a~', 'x\u2026y', 'abc', '', '\u0301',
      '\u0915\u0301', '\u0915\u094D\u0915\u0301', '\u0915\u094D\u200C\u0915\u0301', '\u0915\u0301\u0915\u0301', '\uAC00\u0301', '\u1100\uAC00\u0301',
      '\u00A9\u0301', '\u{1F600}\u200D\u00A9\u0301', '\u0600\u00A9\u0301', '\n\u00A9\u0301', '\u{16D63}\u1161\u0301'].map(text => [precompiled, text]),
  [sequence(), 'a'],
  [sequence(strip(true, true), replace({ Regex: '^' }, '\u2581')), '  ab '],
  ...[' \u00C9t\u00E9  \uFB01n ', '\u2026 A'].map(text => [sequence(
    replace({ String: '\u2026' }, '...'), { type: 'NFKD' }, { type: 'StripAccents' }, { type: 'Lowercase' }, precompiled,
    strip(true, true), replace({ Regex: ' {2,}' }, ' '), { type: 'Prepend', prepend: '\u2581' }, replace({ String: ' ' }, '\u2581')), text]),
];

const model = { type: 'BPE', dropout: null, unk_token: '?', continuing_subword_prefix: null, end_of_word_suffix: null,
                fuse_unk: false, byte_fallback: false, ignore_merges: false, vocab: { '?': 0 }, merges: [] };
const withMaps = json => json.replace('SMALL', small);
function tokenizer(json) {
  return Tokenizer.fromString(`{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
    "pre_tokenizer": null, "post_processor": null, "decoder": null, "model": ${JSON.stringify(model)},
    "normalizer": ${withMaps(json)}}`);
}
const literal = text => `"${[...Buffer.from(text)].map(byte =>
  byte >= 0x20 && byte < 0x7F && !'"\\?'.includes(String.fromCharCode(byte)) ? String.fromCharCode(byte)
    : '\\' + byte.toString(8).padStart(3, '0')).join('')}"sv`;

console.log('// Printed by normalizer_reference.mjs.\n');
console.log(`constexpr std::string_view kCharsmap =\n    "${small.match(/.{1,88}/g).join('"\n    "')}";\n`);
console.log('constexpr Case kCases[] = {');
for (const [normalizer, text] of cases) {
  const json = JSON.stringify(normalizer);
  const reference = tokenizer(json);
  const normalized = reference.getNormalizer().normalizeString(text);
  const encoding = await reference.encode(text, null, { addSpecialTokens: false });
  const offsets = encoding.getOffsets().map(offset => offset.join('-')).join(' ');
  console.log(`    {R"(${json})", ${literal(text)}, ${literal(normalized)}, "${offsets}"},`);
}
console.log('};\n');

// FNV-1a of what becomes of a text with every character in it, without the planes that are empty
// or private.
function hash(text) {
  let value = 0x811C9DC5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return '0x' + value.toString(16).toUpperCase();
}
const every = [];
for (let c = 0; c < 0xE0200; ++c) {
  if (c < 0xD800 || (c >= 0xE000 && c < 0x32000) || c >= 0xE0000) every.push(String.fromCodePoint(c));
}
const alone = every.map(c => c + ' ').join('');
const between = every.map(c => 'a' + c + '\u0301').join('');
console.log('constexpr Digest kDigests[] = {');
for (const normalizer of [...forms, { type: 'Lowercase' }, { type: 'StripAccents' }, { type: 'Nmt' }, { type: 'ByteLevel' },
                          bert(true, true, null, true), precompiled]) {
  const json = JSON.stringify(normalizer);
  const reference = tokenizer(json).getNormalizer();
  console.log(`    {R"(${json})", ${hash(reference.normalizeString(alone))}, ${hash(reference.normalizeString(between))}},`);
}
console.log('};');

// Prints tests/text/pattern_reference.inc: where Oniguruma, as the reference tokenizer has it, cuts
// the texts and all characters. Run in a folder with node_modules/@anush008/tokenizers:
//   node pattern_reference.mjs > pattern_reference.inc
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const { Tokenizer } = require('@anush008/tokenizers');

const cut = (Regex, text) => Tokenizer.fromString(JSON.stringify({
  version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null,
  pre_tokenizer: { type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
  post_processor: null, decoder: null, model: { type: 'WordLevel', vocab: { '?': 0 }, unk_token: '?' },
})).getPreTokenizer().preTokenizeString(text).map(([piece]) => piece);

const cases = [
  // Matches and empty matches.
  ['a', 'banana'], ['', 'ab\u00E9'], ['a*', 'baab'], ['(?=a)', 'bab'], ['a|', 'ba'], ['^', 'a\n\nb'], ['^', '\na\n'],
  ['$', 'a\n'], ['x$', 'x\nx\n'], ['\\A', 'a\na'], ['\\z|\\Z', 'a\n'], ['\\Ga', 'aab a'], ['a\\Kb', 'ab'],
  // Options: Ruby's m is dot-all, and an option is as a group to the end of the one around.
  ['.', '\n\ra'], ['(?m:.)', '\na'], ['a.b', 'a\nb'], ['(?m)a.b', 'a\nb'], ['a(?i)b|c', 'abaBACcaC'],
  ['(a(?i)b|c)d', 'abdaBdACdCdcd'], ['(?x: a b # c\n)', 'ab'], ['(?i-m:A)', 'a'], ['(?i:a(?-i:b)c)', 'AbCABC'], ['a(?#x)+', 'aa'],
  // Quantifiers.
  ['a{2}?', 'aaa'], ['a{,2}', 'aaab'], ['a{1,2}+', 'aaaab'], ['a+*b', 'aab'], ['a++a', 'aaa'], ['a+?', 'aa'], ['a?+a', 'a'],
  ['(?>a+)a', 'aaa'], ['{', 'a{'], ['a{,}', 'a{,}'], ['a{x}', 'a{x}'], ['x{1}{2}?', 'xxx'], ['ab+', 'abbab'],
  // Classes.
  ['[a-z&&[^aeiou]]+', 'abcde'], ['[^a-z&&[^aeiou]]+', 'abcde'], ['[a[bc]d]+', 'abcde'], ['[]a]', 'a]'], ['[a-c-e]', 'abde-'],
  ['[-a]', '-a'], ['[a-]', '-a'], ['[\\b]', '\b'], ['[[:alpha:]]', 'a1'], ['[[:^alpha:]]', 'a1'], ['[\\p{^L}]', 'a1'],
  ['[^\\P{L}1]+', 'a1b'], ['[a&&]', 'a'], ['[^&&a]', 'ab&'], ['[+--]', '+,-.'], ['[\\]\\[]', '[]'], ['a]', 'a]'], ['[:a:]', ':ab'],
  // Escapes.
  ['\\x41\\u0042\\x{43}\\o{104}', 'ABCD'], ['\\012', '\n'], ['\\v', '\u000B\n'], ['\\e\\a\\f\\t', '\u001B\u0007\f\t'],
  ['\\cA', '\u0001'], ['\\h', 'g1F'], ['\\H', 'g1F'], ['\\R', '\r\n\n'], ['\\N', 'a\n'], ['\\O', '\n'], ['\\p', 'p'], ['\\i', 'i'],
  ['\\Qa\\E', 'QaE'], ['\\#\\&\\-\\~\\ ', '#&-~ '], ['\\b\u00E9\\b', '\u00E9 \u00E9a'], ['\\B', 'ab c'],
  // References and what is around.
  ['(a)\\1', 'aaa'], ['(?<n>a)\\k<n>', 'aaa'], ["(?'n'a)\\k'n'", 'aa'], ['(?i)(a)\\1', 'aA'], ['(?<=a|bc)d', 'ad bcd'],
  ['(?<!ab)c', 'abc xc'], ['\\d{1,3}(?=(?:\\d{3})*\\b)', '1234567'],
  // Case.
  ["(?i:'s|'t|'re|'ve|'m|'ll|'d)", "'S'\u017F'T'rE'\u212A'Ll"], ["'(?i:[sdmt]|ll|ve|re)", "'S'\u017F'Re'k"], ['(?i:k)', 'kK\u212Ax'],
  ['(?i:ss)', 'x\u00DFxSsx\u017Fsx\u1E9E'], ['(?i:\u00DF)', 'x\u00DFxSsx\u017Fsx\u1E9E'], ['(?i:[\u00DF])', 'x\u00DFxSsx\u1E9E'],
  ['(?i:[^\u00DF])', 'x\u00DFS\u1E9E'], ['(?i:sss)', '\u00DFsx s\u00DFx sss'], ['(?i:ss+)', '\u00DFs x sss'], ['(?i:xssx)', 'x\u00DFx'],
  ['(?i:ffi)', 'ffi \uFB03 f\uFB01 \uFB00i'], ['(?i:\uFB01)', 'fi FI \uFB01'], ['(?i:st)', 'st \uFB05 \uFB06'],
  ['(?i:\u03B8)', '\u0398\u03B8\u03D1\u03F4'], ['(?i:\u0264)', '\u0264\uA7CB'], ['(?i:i)', 'iI\u0131\u0130'],
  ['(?i:\\p{Lu})', 'aA'], ['(?i:[\\p{Lu}])', 'aA'], ['(?i:[^a-c])', 'aBd'],
];

// What stands between two characters of them is in or out.
const sets = ['L', 'Lu', 'Ll', 'Lt', 'Lm', 'Lo', 'M', 'Mn', 'Mc', 'Me', 'N', 'Nd', 'Nl', 'No', 'P', 'Pc', 'Pd', 'Ps', 'Pe', 'Pi',
  'Pf', 'Po', 'S', 'Sm', 'Sc', 'Sk', 'So', 'Z', 'Zs', 'C', 'Cc', 'Cf', 'Co', 'Cn', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Latin',
  'Greek', 'Cyrillic', 'Arabic', 'Common', 'Inherited', 'Letter', 'Any', 'Emoji', 'Extended_Pictographic', 'Punct', 'Word']
  .map(name => `\\p{${name}}`).concat(
  ['alnum', 'alpha', 'blank', 'cntrl', 'digit', 'graph', 'lower', 'print', 'punct', 'space', 'upper', 'word', 'xdigit']
    .map(name => `[[:${name}:]]`),
  ['\\P{L}', '[^\\P{L}a]', '[\\P{Mc}\\d]', '\\w', '\\W', '[\\w]', '[^\\w]', '\\s', '\\S', '\\d', '\\h', '.', '(?i:[a-z])',
   '(?i:[\\p{L}])', '(?i:[^\\p{M}])', '[\\p{L}&&[^\\p{Han}]]', '[^\\s\\p{L}\\p{N}]', '[^\\r\\n\\p{L}\\p{N}]']);

const literal = text => JSON.stringify(text).replace(/[^ -~]/gu, c => {
  const code = c.codePointAt(0);
  if (code < 0x80) return '\\' + code.toString(8).padStart(3, '0');
  const hex = code.toString(16).toUpperCase();
  return hex.length > 4 ? '\\U' + hex.padStart(8, '0') : '\\u' + hex.padStart(4, '0');
}).replace(/\\u00([01].)/g, (_, hex) => '\\' + parseInt(hex, 16).toString(8).padStart(3, '0'));

// FNV-1a of the characters that match, by blocks of 256.
function digest(set) {
  let hash = 0x811C9DC5;
  for (let block = 0; block < 0x110000; block += 256) {
    if (block >= 0xD800 && block < 0xE000) continue;
    let text = '';
    for (let c = block; c < block + 256; ++c) text += String.fromCodePoint(c);
    for (const byte of Buffer.from(cut(`(?:${set})+`, text).join('|'))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return '0x' + hash.toString(16).toUpperCase();
}

console.log('// Printed by pattern_reference.mjs.\n\nconstexpr Case kCases[] = {');
for (const [expression, text] of cases)
  console.log(`    {${literal(expression)}, ${literal(text)}, ${literal(cut(expression, text).join('|'))}},`);
console.log('};\n\nconstexpr Digest kDigests[] = {');
for (const set of sets) console.log(`    {${literal(set)}, ${digest(set)}},`);
console.log('};');

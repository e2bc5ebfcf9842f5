// Prints tests/text/unicode_reference.inc: which characters are of the classes of the reference
// tokenizer, as their number and a hash of them. Run in a folder with
// node_modules/@anush008/tokenizers:
//   node unicode_reference.mjs > unicode_reference.inc
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const tokenizers = require('@anush008/tokenizers');

const pieces = (tokenizer, text) => tokenizer.preTokenizeString(text).map(([piece]) => piece);
const words = tokenizers.whitespacePreTokenizer();
const spaces = tokenizers.whitespaceSplitPreTokenizer();
const punctuation = tokenizers.punctuationPreTokenizer();
const digits = tokenizers.digitsPreTokenizer(true);
const accents = tokenizers.stripAccentsNormalizer();
const bert = (cleanText, stripAccents) =>
  tokenizers.bertNormalizer({ cleanText, stripAccents, handleChineseChars: false, lowercase: false });
const clean = bert(true, false);
const marks = bert(false, true);
const lower = tokenizers.lowercase();

const classes = {
  is_space: c => pieces(spaces, 'a' + c)[0] === 'a' && pieces(spaces, 'a' + c).length === 1,
  is_word: c => pieces(words, 'a' + c)[0] === 'a' + c,
  is_numeric: c => pieces(digits, 'a' + c).length === 2,
  is_punctuation: c => pieces(punctuation, 'a' + c).length === 2,
  // These three are cleaned away, or not, whatever they are.
  is_other: c => '\t\n\r'.includes(c) || (c !== '\uFFFD' && clean.normalizeString(c) === ''),
  is_nonspacing_mark: c => marks.normalizeString(c) === '',
  is_mark: c => accents.normalizeString(c) === '',
};
const hash = values => '0x' + values.reduce((h, value) => Math.imul(h ^ value, 0x01000193) >>> 0, 0x811C9DC5).toString(16).toUpperCase();

const all = [];
for (let c = 0; c < 0x110000; ++c) if (c < 0xD800 || c >= 0xE000) all.push(c);
console.log('// Printed by unicode_reference.mjs.\n\nconstexpr Class kClasses[] = {');
for (const [name, holds] of Object.entries(classes)) {
  const members = all.filter(c => holds(String.fromCodePoint(c)));
  console.log(`    {"${name}", ${name}, ${members.length}, ${hash(members)}},`);
}
const lowered = all.flatMap(c => [...lower.normalizeString(String.fromCodePoint(c))].map(l => l.codePointAt(0)));
console.log(`};\n\nconstexpr std::uint32_t kLowerHash = ${hash(lowered)};`);

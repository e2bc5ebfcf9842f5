// Prints the rows of newer_characters.cc. In a folder whose node_modules has @anush008/tokenizers
// (its Oniguruma is asked for Unicode 16):  node .../newer_characters.mjs
import {execFileSync} from 'child_process';
import {createRequire} from 'module';

const {Tokenizer} = createRequire(process.cwd() + '/')('@anush008/tokenizers');

// Perl knows the version in which a character came into Unicode.
const newer = execFileSync('perl', ['-e', `
    for my $c (0x80 .. 0x10ffff) {
      next if $c >= 0xd800 && $c <= 0xdfff;
      print "$c " if chr($c) !~ /\\p{Present_In: 14.0}/;
    }`], {maxBuffer: 1 << 30}).toString().trim().split(' ').map(Number);
const changed = 0x1171e;  // Mn until Unicode 14
const characters = newer.filter((c) => c < changed).concat(changed, newer.filter((c) => c > changed));
const text = characters.map((c) => String.fromCodePoint(c)).join('');

/// Which of the characters match.
function matching(expression) {
  const splitter = Tokenizer.fromString(JSON.stringify({
    version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null,
    pre_tokenizer: {type: 'Split', pattern: {Regex: `(?:${expression})+`}, behavior: 'Removed', invert: true},
    post_processor: null, decoder: null, model: {type: 'WordLevel', vocab: {'?': 0}, unk_token: '?'},
  })).getPreTokenizer();
  const found = new Set();
  for (const [piece] of splitter.preTokenizeString(text))
    for (const c of piece) found.add(c.codePointAt(0));
  return found;
}

const categories = ('Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co')
    .split(' ').map((name) => [name, matching(`\\p{${name}}`)]);
const scripts = ('Ahom Arabic Common Cyrillic Devanagari Egyptian_Hieroglyphs Ethiopic Garay ' +
    'Gurung_Khema Han Inherited Kannada Kawi Khojki Kirat_Rai Lao Latin Myanmar Nag_Mundari ' +
    'Ol_Onal Sunuwar Todhri Tulu_Tigalari Balinese Greek Hiragana Katakana Malayalam Nko ' +
    'Khitan_Small_Script Tangut Hangul Bopomofo Mongolian Sharada Braille')
    .split(' ').map((name) => [name, matching(`\\p{${name}}`)]);
const properties = ['Alphabetic', 'Lowercase', 'Emoji'].map((name) => [name, matching(`\\p{${name}}`)]);

const rows = [];
for (const c of characters) {
  const category = categories.find(([, set]) => set.has(c))?.[0];
  if (!category) continue;  // not in Unicode 16 either
  const script = scripts.find(([, set]) => set.has(c))?.[0];
  if (!script) throw new Error(`no script: ${c.toString(16)}`);
  const flags = properties.map(([, set]) => set.has(c));
  const row = [category, script, ...flags];
  const last = rows.at(-1);
  if (last && last.to === c - 1 && `${last.row}` === `${row}`) last.to = c;
  else rows.push({from: c, to: c, row});
}
const hex = (c) => '0x' + c.toString(16).toUpperCase();
for (const {from, to, row} of rows) {
  const [category, script, ...flags] = row;
  const names = [category, from === changed ? 'Mn' : 'Cn', script].map((name) => `"${name}"`);
  console.log(`    {${[hex(from), hex(to), ...names, ...flags].join(', ')}},`);
}

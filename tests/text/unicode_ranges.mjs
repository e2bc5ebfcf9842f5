// Prints framework/text/unicode_ranges.h: what the reference tokenizer knows of characters that are
// newer than Unicode 15. Those that are not are given by UNICODE15, a file with `first last`
// (decimal) for each range of them, out of DerivedAge.txt. Run in a folder with
// node_modules/@anush008/tokenizers:
//   UNICODE15=ages.txt node unicode_ranges.mjs > unicode_ranges.h; clang-format -i unicode_ranges.h
import { readFileSync } from 'fs';
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const tokenizers = require('@anush008/tokenizers');

const all = [];
for (let c = 1; c < 0x110000; ++c) if (c < 0xD800 || c >= 0xE000) all.push(c);
const old = new Set();
for (const line of readFileSync(process.env.UNICODE15, 'utf8').trim().split('\n')) {
  const [first, last] = line.split(' ').map(Number);
  for (let c = first; c <= last; ++c) old.add(c);
}
const newer = all.filter(c => !old.has(c));
const hex = c => '0x' + c.toString(16).toUpperCase();

function printRanges(name, characters, holds) {
  const found = [];
  for (const c of characters) {
    if (!holds(String.fromCodePoint(c))) continue;
    if (found.length && found.at(-1)[1] === c - 1) found.at(-1)[1] = c;
    else found.push([c, c]);
  }
  const rows = found.map(range => `{${range.map(hex).join(', ')}}`).join(', ');
  console.log(`constexpr CharacterRange ${name}[] = {${rows}};`);
}

function printLower(name) {
  const lower = tokenizers.lowercase();
  const found = [];
  for (const c of newer) {
    const distance = lower.normalizeString(String.fromCodePoint(c)).codePointAt(0) - c;
    if (distance === 0) continue;
    const last = found.at(-1);
    if (last && last[1] === c - 1 && last[2] === distance) last[1] = c;
    else found.push([c, c, distance]);
  }
  const rows = found.map(([first, last, distance]) => `{${hex(first)}, ${hex(last)}, ${distance}}`);
  console.log(`constexpr LowerRange ${name}[] = {${rows.join(', ')}};`);
}

// A charsmap that writes X for what begins with any byte: for each cluster of less than 6 bytes, and
// for each character of a longer one.
function clusterNormalizer() {
  const trie = new Uint32Array(1024);
  trie[0] = 256 << 10;
  for (let byte = 1; byte < 256; ++byte) trie[256 + byte] = (((600 ^ (256 + byte)) << 10) | 0x100 | byte) >>> 0;
  const bytes = array => [...new Uint8Array(array.buffer)];
  return tokenizers.precompiled([...bytes(new Uint32Array([4096])), ...bytes(trie), 'X'.charCodeAt(0), 0]);
}

const pieces = (tokenizer, text) => tokenizer.preTokenizeString(text).map(([piece]) => piece);
const digits = tokenizers.digitsPreTokenizer(true);
const clusters = clusterNormalizer();
const count = text => clusters.normalizeString(text).length;
const joins = c => count('a' + c) === 1;

console.log(`#pragma once
#include <algorithm>
#include <cstddef>

namespace atto {

// What the reference tokenizer knows of characters that are newer than Unicode 15: the library that
// answers for the others is of that version. Printed by tests/text/unicode_ranges.mjs.

struct CharacterRange {
  char32_t first;
  char32_t last;
};

/// Whether the character is in one of the ranges, which are in order.
template <std::size_t n>
bool is_in(const CharacterRange (&ranges)[n], char32_t c) {
  const auto* range = std::lower_bound(
      ranges, ranges + n, c, [](const CharacterRange& r, char32_t value) { return r.last < value; });
  return range != ranges + n && c >= range->first;
}

/// The lower case is \`distance\` further on.
struct LowerRange {
  char32_t first;
  char32_t last;
  int distance;
};
`);
printRanges('kNumericAfterUnicode15', newer, c => pieces(digits, 'a' + c).length === 2);
printLower('kLowerAfterUnicode15');
console.log('\n/// Grapheme_Cluster_Break=Extend or SpacingMark.');
printRanges('kExtendAfterUnicode15', newer, joins);
console.log('/// Grapheme_Cluster_Break=V.');
printRanges('kVowelAfterUnicode15', newer.filter(c => !joins(String.fromCodePoint(c))),
            c => count(c + '\u1161\u0301') === 3 && count(c + 'a') !== 1);
console.log('/// Indic_Conjunct_Break=Consonant, old ones also: it came with Unicode 15.1.');
printRanges('kConjunctConsonants', all.filter(c => c >= 0x900 && c < 0xE00 && !joins(String.fromCodePoint(c))),
            c => count('\u0915\u094D' + c + '\u0301') === 4);
console.log('\n}  // namespace atto');

// Writes composed.json, which reference_test.cc reads: the composed tokenizers, each with what the
// reference makes of some of the hard strings and of those that once failed.
import fs from 'fs';
import {theirs} from './sides.mjs';
import {hardStrings} from './strings.mjs';
import {filesOf} from './tokenizers.mjs';

const TEXTS = 2;        // of the hard strings, for each tokenizer
const CHARSMAP = 8000;  // characters in base64; tokenizers with a larger one are left out
const SHARED = 300;     // a part of so many bytes is written once

/// A value whose large parts are replaced by {"part": its number in `parts`}.
function shared(value, parts) {
  if (typeof value !== 'object' || value === null) return value;
  const short = Array.isArray(value) ? value.map((v) => shared(v, parts)) : Object.fromEntries(Object.entries(value).map(([k, v]) => [k, shared(v, parts)]));
  const text = JSON.stringify(short);
  if (text.length < SHARED) return short;
  if (!parts.has(text)) parts.set(text, parts.size);
  return {part: parts.get(text)};
}

/// Without lists that say what is most often the case.
function compact({types, attention, special, ...rest}) {
  if (types?.some((type) => type !== 0)) rest.types = types;
  if (attention?.some((mask) => mask !== 1)) rest.attention = attention;
  if (special?.some((mask) => mask !== 0)) rest.special = special;
  return 'error' in rest ? {error: true} : rest;
}

export async function save(names, failures) {
  const tests = [];
  const parts = new Map();
  let next = 0;
  for (const name of names) {
    const json = fs.readFileSync(filesOf(name).theirs, 'utf8');
    if (json.match(/"precompiled_charsmap":"([^"]*)"/)?.[1].length > CHARSMAP) continue;
    const file = JSON.parse(json);
    const reference = theirs(filesOf(name).theirs);
    const {crash, error} = await reference.ask({size: true});
    if (crash) throw new Error(`${name}: ${error}`);
    const added = file.added_tokens.map((token) => token.content);
    const cases = [];
    const record = async (request) => {
      const expected = await reference.ask(request);
      if (expected.crash) return [];
      cases.push({request, expected: compact(expected)});
      return expected.ids ?? [];
    };
    for (const request of failures[name] ?? []) await record(request);
    for (let i = 0; i < TEXTS + (added.length ? 3 : 0); i++) {
      const text = hardStrings[next++ % hardStrings.length];
      const withAdded = added.length ? text.slice(0, 4) + added[(i * 5) % added.length] + ' ' + added[(i * 3 + 1) % added.length] + 'x' : text;
      const request = {text: withAdded, special: i !== 1 || name.startsWith('post')};
      if (i === 1) request.pair = hardStrings[next % hardStrings.length];
      const ids = await record(request);
      if (name.startsWith('decoder') || (i === 0 && file.decoder)) await record({decode: [...ids, 5, 258, 1]});
    }
    reference.end();
    tests.push({name, tokenizer: shared(file, parts), cases});
  }
  const texts = [...parts.keys()].map((part) => '  ' + part);
  const lines = tests.map((test) => '  ' + JSON.stringify(test));
  fs.writeFileSync(new URL('composed.json', import.meta.url), `{"parts": [\n${texts.join(',\n')}\n], "tests": [\n${lines.join(',\n')}\n]}\n`);
}

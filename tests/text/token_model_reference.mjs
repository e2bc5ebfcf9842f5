// Prints tests/text/token_model_reference.inc: the tokens that the reference tokenizer makes with
// the models below, as `id:begin-end` in bytes. Run in a folder with
// node_modules/@anush008/tokenizers:
//   node token_model_reference.mjs > token_model_reference.inc
import { createRequire } from 'module';
const require = createRequire(process.cwd() + '/');
const { Tokenizer } = require('@anush008/tokenizers');

const numbered = pieces => Object.fromEntries(pieces.map((piece, id) => [piece, id]));
const byte_piece = byte => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
const all_bytes = [...Array(256).keys()].map(byte_piece);
const bpe = (pieces, merges, options = {}) => ({
  type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: null,
  end_of_word_suffix: null, fuse_unk: false, byte_fallback: false, vocab: numbered(pieces), merges,
  ...options });

const letters = ['a', 'b', 'c', 'd'];
const few = [...letters, '<unk>', 'ab', 'abc', 'bc', 'abcd', 'aa', 'aaaa'];
const pairs = [['a', 'b'], ['ab', 'c'], ['b', 'c'], ['abc', 'd'], ['a', 'a'], ['aa', 'aa']];
const late = [['b', 'c'], ['a', 'bc'], ['ab', 'c'], ['a', 'b'], ['aa', 'a'], ['a', 'a']];
const unknown = ['axb', 'xxayy', 'x', 'éa', 'axxxb', 'xéy'];
const merged = ['abcd', 'abcabcd', 'bcbc', 'aaaaaaa', 'aab', 'cabd', 'dabcdab'];
const odd_bytes = [0xC3, 0xA9, 0x78].map(byte_piece);

const rows = [
  [bpe(few, pairs), merged.concat('axb')],
  [bpe(few.concat('aaa'), late), merged],
  [bpe(few, ['#version: 0.2', 'a b', 'ab c']), merged],
  [bpe(few, pairs.concat([['a', 'b']])), merged],
  [bpe(few, pairs, { unk_token: '<unk>' }), unknown],
  [bpe(few, pairs, { unk_token: '<unk>', fuse_unk: true }), unknown],
  [bpe(few.concat(all_bytes), pairs, { byte_fallback: true }), unknown],
  [bpe(few.concat(odd_bytes), pairs, { byte_fallback: true, unk_token: '<unk>', fuse_unk: true }),
   unknown.concat('yxyéxa')],
  [bpe(few.concat('dcba'), pairs, { ignore_merges: true }), merged.concat('dcba', 'dcbaa')],
  [bpe(['a', '##b', '##c', 'ab', '##bc', 'abc', '##a'], [['a', '##b'], ['##b', '##c'],
   ['ab', '##c']], { continuing_subword_prefix: '##' }), ['abc', 'abbc', 'aaab']],
  [bpe(['a', 'b', 'b$', 'ab', 'ab$', 'a$'], [['a', 'b$'], ['a', 'b']],
   { end_of_word_suffix: '$', continuing_subword_prefix: '' }), ['abab', 'ab', 'aba', 'a']],
  // Several pieces with one id: what stands at a place may become what was queued for it.
  [{ ...bpe([], [['a', 'b'], ['b', 'c'], ['d', 'c'], ['a', 'd']]),
     vocab: { a: 0, b: 1, c: 2, ab: 3, bc: 4, d: 4, dc: 5, ad: 3 } }, ['abc', 'abcbc', 'adc']],
  // The unknown token is merged.
  [bpe(['a', '<unk>', 'a<unk>', '<unk>a'], [['a', '<unk>'], ['<unk>', 'a']],
   { unk_token: '<unk>' }), ['axa', 'xa', 'xxax']],
  [{ ...bpe(few, pairs), type: undefined }, ['abcd']],

  [{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##',
     max_input_chars_per_word: 9,
     vocab: numbered(['[UNK]', 'un', '##aff', '##able', '##a', 'u', '##n', 'é', '##é', '##']) },
   ['unaffable', 'unn', 'nun', 'unb', 'uééé', 'éuuuuuuuuu', 'ééééééééé', 'un##', 'u']],
  [{ unk_token: '[UNK]', continuing_subword_prefix: '', max_input_chars_per_word: 100,
     vocab: numbered(['[UNK]', 'a', 'ab', 'b']) }, ['abab', 'aab', 'abx']],

  [{ type: 'WordLevel', unk_token: '<unk>', vocab: numbered(['<unk>', 'a', 'ab']) },
   ['a', 'ab', 'b', 'éé']],
  [{ unk_token: 'a', vocab: { a: 7, b: 3 } }, ['a', 'b', 'c']],

  [{ type: 'Unigram', unk_id: 0, vocab: [['<unk>', 0], ['a', 0], ['b', 0], ['c', 0], ['d', 0],
     ['cd', 1], ['ab', 2], ['abc', 5], ['abcd', 10]] }, ['abcdacdxx', 'xaxé', 'abcab', '<unk>x']],
  // Equal sums: the shortest tokens come last.
  [{ type: 'Unigram', unk_id: null, byte_fallback: false,
     vocab: [['a', -1], ['aa', -2], ['aaa', -3]] }, ['aaaa', 'aaaaaaa']],
  // Equal sums but for the rounding of numbers that were not read exactly.
  [{ type: 'Unigram', unk_id: null, vocab: [['a', -11], ['aa', -6.35476896353066],
     ['aaa', -6.9197219498455524]] }, ['a'.repeat(16), 'a'.repeat(23)]],
  [{ unk_id: 1, byte_fallback: true, vocab: [['a', -1], ['<unk>', 0], ['xy', -50], ['b', -2],
     ...all_bytes.map(piece => [piece, 0])] }, ['axb', 'axyb', 'éa', '<unk>', 'a<unk>x']],
  [{ type: 'Unigram', unk_id: 1, byte_fallback: true, vocab: [['a', -1], ['<unk>', 0],
     ...odd_bytes.map(piece => [piece, 0]), ['a', -3]] }, ['axa', 'éxya', 'yxa']],
];

const file = model => JSON.stringify({
  version: '1.0', truncation: null, padding: null, added_tokens: [], normalizer: null,
  pre_tokenizer: null, post_processor: null, decoder: null, model });

for (const [model, texts] of rows) {
  const tokenizer = Tokenizer.fromString(file(model));
  console.log(`{R"json(${JSON.stringify(model)})json", {`);
  for (const text of texts) {
    const encoding = await tokenizer.encode(text, null, { addSpecialTokens: false });
    const bytes = count => Buffer.byteLength([...text].slice(0, count).join(''));
    const offsets = encoding.getOffsets();
    const tokens = encoding.getIds().map(
      (id, i) => `${id}:${bytes(offsets[i][0])}-${bytes(offsets[i][1])}`);
    console.log(`  {R"(${text})", "${tokens.join(' ')}"},`);
  }
  console.log('}},');
}

// The mix of strings that tokenizers are compared on: each kind is a function of a random number generator.

/// Numbers below n, the same for the same seed (xorshift, Marsaglia 2003).
export function randomFrom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0 || 1;
  return (n) => {
    state ^= state << 13; state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5; state >>>= 0;
    return Math.floor((state / 4294967296) * n);
  };
}

const words = ('the a of and to in it was that for on with as his they be at one have this from or had by hot but some what there ' +
  'we can out other were all your when up use word how said an each she which do their time if will way about many then them would ' +
  'write like so these her long make thing see him two has look more day could go come did my sound no most number who over know ' +
  'water than call first people may down side been now find any new work part take get place made live where after back little only ' +
  'round man year came show every good me give our under name very through just form much great think say help low line before turn ' +
  "cause same mean differ move right boy old too does tell sentence set three want air well also play small end put home read don't " +
  "we'll they've I'm she'd it's isn't you're HELLO World McDonald iPhone naïve café tokenization antidisestablishmentarianism").split(' ');
const code = ['for (int i = 0; i < n; ++i) {\n  sum += a[i];\n}\n', 'def f(x):\n    return x ** 2\n\n', 'if (p != nullptr && *p == \'\\0\') return;',
  'const x = {a: 1, "b": [2, 3]};\r\n', 'SELECT * FROM t WHERE id >= 10;', '#include <vector>\n\tstd::vector<int> v;', '<a href="https://example.org/?q=1&r=%20">x</a>',
  'x_1 = foo.bar(baz, -3.14e-10) // note', '$HOME/.config', 'git commit -m "fix"', '\t\treturn !ok;\n', '0xDEADBEEF', 'a->b::c<d>()', '/* ... */', '===', '--flag=value'];
const real = ['It was late in the evening when the ship came in, and nobody stood on the quay but a boy with a lantern.',
  'Die Straße führt über die Brücke; dahinter beginnt der Wald.', 'Où sont passés les élèves de la 3ᵉ ? « Là-bas », dit-elle.',
  'Το πλοίο έφτασε αργά· κανείς δεν περίμενε.', 'Корабль пришёл поздно, никто его не ждал.', '船は遅く着いた。誰も待っていなかった。', '배가 늦게 도착했다.', 'الوصول متأخر جدا'];

const range = (from, to) => (random) => String.fromCodePoint(from + random(to - from + 1));
const either = (...makers) => (random) => makers[random(makers.length)](random);
const one = (list) => (random) => list[random(list.length)];
/// `most` pieces at the most, blanks between some of them.
const run = (make, most = 40, blank = 4) => (random) => {
  let text = '';
  for (let i = random(most + 1); i > 0; i--) text += make(random) + (blank && random(blank) === 0 ? ' ' : '');
  return text;
};
const spaces = [...'\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\u200b\ufeff\u180e\u2060'];
const emoji = ['😀', '👍🏽', '👨‍👩‍👧‍👦', '🇩🇪', '🇫🇷🇯🇵', '❤️', '🏳️‍🌈', '1️⃣', '🤷🏻‍♀️', '\u200d', '\ufe0f', '👩‍🚀', '🇺', '™️', '⌚'];
const capital = (word, random) => (random(5) ? word : word[0].toUpperCase() + word.slice(1));
const prose = (random) => {
  let text = '';
  for (let i = random(25); i > 0; i--) text += capital(words[random(words.length)], random) + ['', ' ', ' ', ' ', ' ', ', ', '. ', '! ', '? ', '; ', '\n', ' - ', '  '][random(13)];
  return text;
};
const anyCharacter = (random) => {
  let c;
  do c = random(4) ? random(0x110000) : random(0x3000); while (c >= 0xd800 && c < 0xe000);
  return String.fromCodePoint(c);
};
/// Text that is cut up: pieces left out, doubled, swapped, other characters put in.
const mutated = (random) => {
  let text = [...real[random(real.length)] + prose(random)];
  for (let i = random(8); i > 0; i--) {
    const at = random(text.length + 1), count = random(6);
    const piece = text.slice(at, at + count);
    [() => text.splice(at, count), () => text.splice(at, 0, ...piece), () => text.splice(at, 0, anyCharacter(random)), () => text.splice(at, count, ...piece.reverse()),
      () => text.splice(at, 0, spaces[random(spaces.length)]), () => (text = text.map((c, j) => (j >= at && j < at + count ? c.toUpperCase() : c)))][random(6)]();
  }
  return text.slice(random(20)).join('');
};
const specialFragments = (added) => (random) => {
  let text = '';
  for (let i = random(7) + 1; i > 0; i--) {
    const token = added.length ? [...added[random(added.length)]] : [...'<s>'];
    text += [token.join(''), token.join(''), token.slice(random(token.length)).join(''), token.slice(0, random(token.length + 1)).join(''), token.join('').toUpperCase()][random(5)];
    text += ['', '', ' ', '  ', '\n', 'a', 'é', '_', '.', words[random(words.length)]][random(10)];
  }
  return text;
};
/// Beginnings of characters, bytes that begin none, and between them some that are text.
const strayBytes = (random) => {
  const list = [];
  for (let i = random(30); i > 0; i--) {
    if (random(3)) list.push(...new TextEncoder().encode(anyCharacter(random)).slice(0, 1 + random(4)));
    else list.push([0x80, 0xc0, 0xc1, 0xe0, 0xed, 0xa0, 0xf0, 0xf4, 0x90, 0xf5, 0xff, 0x41, 0x20, 0xbf][random(14)]);
  }
  return Uint8Array.from(list);
};
/// Bytes of a text, of which some are left out, doubled or others.
const damagedBytes = (make) => (random) => {
  const list = [...new TextEncoder().encode(make(random))];
  for (let i = random(5) + 1; i > 0; i--) list.splice(random(list.length + 1), random(3), ...[[], [random(256)], [0x80 + random(64)], [0xe2, 0x96], [0xff, 0x20]][random(5)]);
  return Uint8Array.from(list);
};

/// The kinds for a tokenizer with these added tokens.
export function kinds(added) {
  return {
    'ASCII prose': prose,
    code: run(one(code), 6),
    'Latin-1': run(range(0xa0, 0xff)),
    'combining marks': run(either(range(0x300, 0x36f), one([...'aeioucnsAEO']), range(0x1e00, 0x1eff), range(0x20d0, 0x20f0), one(['\u0323\u0301', 'e\u0301', '\u0344', '\u1100\u0301']))),
    Greek: run(either(range(0x370, 0x3ff), range(0x1f00, 0x1fff))),
    Cyrillic: run(range(0x400, 0x52f)),
    Arabic: run(either(range(0x600, 0x6ff), range(0xfb50, 0xfdff))),
    Hebrew: run(range(0x591, 0x5f4)),
    Thai: run(range(0xe01, 0xe5b)),
    Khmer: run(range(0x1780, 0x17f9)),
    Devanagari: run(range(0x900, 0x97f)),
    CJK: run(either(range(0x4e00, 0x9fff), range(0x3041, 0x30ff), range(0x3000, 0x303f), range(0xff00, 0xffef), range(0x20000, 0x2a6df), range(0xf900, 0xfaff))),
    'Hangul jamo': run(either(range(0x1100, 0x11ff), range(0xac00, 0xd7a3), range(0x3131, 0x318e))),
    emoji: run(one(emoji), 12),
    'white space': run(either(one(spaces), one(spaces), one([' ', '  ', '\n', '\n\n', '\r\n', '\t', 'a', '1', '.'])), 20),
    'control characters': run(either(range(0, 0x1f), range(0x7f, 0x9f), range(0x200b, 0x200f), range(0x202a, 0x202e), range(0xfff0, 0xffff), one([...'ab '])), 20),
    digits: run(either(range(0x30, 0x39), range(0x30, 0x39), range(0x660, 0x669), range(0x966, 0x96f), range(0xff10, 0xff19), range(0x2150, 0x2189), one([...'.,-+ ²½Ⅷ'])), 30, 8),
    'special tokens': specialFragments(added),
    'mutated text': mutated,
    'any characters': run(anyCharacter, 30),
    'one long word': run(either(range(0x61, 0x7a), one([...'aaabé'])), 400, 0),
    'long text': (random) => Array.from({length: random(20)}, () => either(mutated, prose, run(one(code), 6), specialFragments(added))(random)).join(''),
    'stray bytes': either(strayBytes, damagedBytes(either(mutated, specialFragments(added), run(one(emoji), 12)))),
  };
}

/// Strings that are hard in one way each, for the tests that are written to a file.
export const hardStrings = [
  "The ship's crew hadn't slept; WE'LL see, they'VE said. I'm", 'in the end, the  2 of 12345 (½) x', ' leading', 'trailing ', '   ', '', '\n', ' \n\n  a\r\n\tb', 'a\u00a0b\u3000c\u2003d\u200be\u2028f\u0085g',
  'é e\u0301 \u1e69 s\u0323\u0307 \u0344', 'ÀÉÎÕÜ ß ẞ ŉ ǰ ΐ', 'İI ıi ſs KÅ Ω', 'ΣΑΣ σας Σ', 'ﬁne ﬃ Ⅷ ² ½ ㎏ ㍿', 'ｆｕｌｌ　ｗｉｄｔｈ ﾊﾟ', 'Корабль пришёл ПОЗДНО', '\u0627\u0644\u0648\u064e\u0635\u0644 \u0661\u0662\u0663', '\u05e9\u05c1\u05dc\u05d5\u05b9\u05dd', '\u0e01\u0e33\u0e19\u0e49\u0e33 \u0e3f\u0e51', '\u1780\u17d2\u1798\u17c2\u179a',
  '\u0915\u094d\u0937\u093f \u0958 \u0966', '船は遅く着いた。1隻', '\u1112\u1161\u11ab\u1100\uac00 배가', '\u{20000}\u{2f800}\uf900', '👨‍👩‍👧‍👦👍🏽 🇩🇪🇫 ❤️ 1️⃣', '🏳️‍🌈x\ufe0f', '\u0000a\u0001\u007f\u009f\u00ad\ufeff\ufffd', '\u200d\u200e\u202eabc\u2060', '\u{e0001}\u{10ffff}\uffff\ufdd0', '\u0378\u{1faf8}\u{11f04}\u1c89',
  '3.14e-10, 1,000,000 ١٢٣ ①②', 'x_1 = foo(bar) // a->b::c', "``quoted'' – — … don't !?", '.,;:!?()[]{}"\'-_/\\@#$%^&*+=<>|~`', '¿Qué? ¡No! §©®™€£', 'aaaaaaaaaaaaaaaaaaaaaaaaa', 'antidisestablishmentarianism', 'eeEe e  ee', '▁the ▁▁ Ġthe Ċ', '##ing </w> <0x41> <unk>', '<s>the</s> <s >', 'HELLO World helloWorld', 'ǅ ǆ Ǆ Ꮿ ꭰ', '\u0130\u0307 \u0345\u03b1\u0345', '\u2126\u212a\u212b \u1fb3', 'a\u0300\u0315\u0327\u0334b', '\u1e9b\u0323 \uac01\u11a8', 'café naïve Ünïcödé', 'one\ttwo\vthree\ffour', '一a二 あア々〆', 'no end\u0301',
];

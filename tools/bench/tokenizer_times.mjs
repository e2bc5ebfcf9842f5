// Times the reference for tokenizers.py, which says what it needs: takes the lines that
// tokenizer_times.cc takes. Works in the folder that has node_modules.
import fs from 'fs';
import {createRequire} from 'module';
import readline from 'readline';

const {Tokenizer} = createRequire(process.cwd() + '/')('@anush008/tokenizers');
const TURN = 0.1;  // seconds of work, so that short texts are encoded many times

async function secondsOf(work) {
  const start = performance.now();
  let seconds = 0, calls = 0;
  for (; seconds < TURN; calls++) {
    await work();
    seconds = (performance.now() - start) / 1000;
  }
  return seconds / calls;
}

let tokenizer;
for await (const line of readline.createInterface({input: process.stdin})) {
  const blank = line.indexOf(' ');
  const path = line.slice(blank + 1);
  if (line.slice(0, blank) === 'load') {
    console.log(await secondsOf(() => { tokenizer = Tokenizer.fromFile(path); }));
  } else {
    const text = fs.readFileSync(path, 'utf8');
    console.log(await secondsOf(() => tokenizer.encode(text)));
  }
}

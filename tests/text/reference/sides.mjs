// The two sides of a comparison: programs that answer requests, a line of JSON each. A request is
// {text or bytes, pair, special} or {decode: ids}; the answers have the same keys, or {error}.
import {spawn} from 'child_process';
import readline from 'readline';
import {fileURLToPath} from 'url';

const PATIENCE = 60;  // seconds for an answer

class Side {
  constructor(...command) {
    this.command = command;
    this.waiting = [];
    this.start();
  }
  start() {
    const child = (this.child = spawn(this.command[0], this.command.slice(1), {stdio: 'pipe'}));
    let said = '';
    child.stderr.on('data', (data) => (said = (said + data).slice(-1000)));
    child.stdin.on('error', () => {});
    readline.createInterface({input: child.stdout}).on('line', (line) => {
      this.waiting.shift().done(JSON.parse(line));
      this.watch();
    });
    // What ends it is the request that it did not answer; the others are asked again.
    child.on('close', (code, signal) => {
      this.child = null;
      this.waiting.shift()?.done({error: `ended with ${code ?? signal}: ${said}`, crash: true});
      if (this.waiting.length) this.start();
    });
    for (const {request} of this.waiting) this.send(request);
    this.watch();
  }
  watch() {
    clearTimeout(this.timer);
    const {child} = this;
    if (this.waiting.length) this.timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE * 1000);
  }
  send(request) {
    this.child.stdin.write(JSON.stringify(request) + '\n');
  }
  ask(request) {
    return new Promise((done) => {
      this.waiting.push({request, done});
      if (!this.child) return this.start();
      this.send(request);
      if (this.waiting.length === 1) this.watch();
    });
  }
  end() {
    this.child?.stdin.end();
  }
}

/// Ours, by the program `lines`; one that takes all memory ends.
export const ours = (lines, file) => new Side('prlimit', `--as=${6 * 2 ** 30}`, lines, file);

export const theirs = (file) => new Side('node', fileURLToPath(new URL('reference_lines.mjs', import.meta.url)), file);

/// The first key that differs, null when nothing does. Where both refuse, their words may differ.
export function difference(expected, got) {
  if (got.crash) return 'error';
  if (expected.crash) return null;
  if (expected.error || got.error) return expected.error && got.error ? null : 'error';
  return Object.keys(expected).find((key) => JSON.stringify(expected[key]) !== JSON.stringify(got[key])) ?? null;
}

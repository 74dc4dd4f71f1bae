import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { StatementSync } from 'node:sqlite';
import { app, ipcMain } from 'electron';

/*
 * The built app, with an ear at its bridge: what the window asks, what main answers and tells it, and every piece of text that
 * main would turn into code are written down, one JSON text a line. A file of the test makes the journal fail once.
 */

const { SECURITY_RECORD: file, SECURITY_BREAK: breaking } = process.env;
const note = (kind, value) => appendFileSync(file, `${JSON.stringify({ kind, value })}\n`);

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, answer) =>
  handle(channel, async (event, ...input) => {
    note('asked', { channel, input });
    const reply = await answer(event, ...input);
    note('answered', { channel, reply });
    return reply;
  });
app.on('web-contents-created', (_event, contents) => {
  const send = contents.send.bind(contents);
  contents.send = (channel, ...payload) => {
    note('told', { channel, payload });
    send(channel, ...payload);
  };
});

const compiling = (name, original) =>
  new Proxy(original, {
    apply(target, self, args) {
      note('compiled', `${name}: ${args.join(' ')}`);
      return Reflect.apply(target, self, args);
    },
    construct(target, args) {
      note('compiled', `${name}: ${args.join(' ')}`);
      return Reflect.construct(target, args);
    },
  });
for (const name of ['eval', 'Function']) Reflect.set(globalThis, name, compiling(name, Reflect.get(globalThis, name)));
// Every function leads to it, so it has to be replaced there, too.
// oxlint-disable-next-line no-extend-native
Object.defineProperty(Function.prototype, 'constructor', { value: Function });
// A record without this line would prove nothing.
(() => {}).constructor('/* heard */');

const { run } = StatementSync.prototype;
StatementSync.prototype.run = function runUnlessBroken(...values) {
  if (existsSync(breaking)) {
    rmSync(breaking);
    throw Object.assign(new Error('The disk is full'), { values });
  }
  return run.apply(this, values);
};

await import('../../out/main/main.js');

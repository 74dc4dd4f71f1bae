// `npm start`: builds, starts the practice service, opens Countersign connected to it, and ends both on Ctrl+C.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { z } from 'zod';
import { type PracticeService, startPracticeService } from '../test/practice-service/practice-service.ts';
import { build } from './build.ts';
import { fetchElectron } from './electron-binary.ts';
import { electronLine, readSandboxFacts } from './sandbox-switch.ts';
import { hasSecretService, installSystemPackages } from './system-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const usage = `npm start -- [options]
  --connection FILE   connect to a real service with this connection file, without the practice service
  --home DIR          keep all data in DIR (default: .home in the project)
  --retry-electron    try to download Electron again, where that has failed
  --json              print one line of JSON for scripts that drive the app
`;

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        connection: { type: 'string' },
        home: { type: 'string' },
        'retry-electron': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (error) {
    return fail(`${sentence(error)}\n\n${usage}`);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const say = (line: string) => void process.stderr.write(`${line}\n`);
const home = resolve(options.home ?? join(root, '.home'));
const given = options.connection === undefined ? null : resolve(options.connection);
if (given !== null && !existsSync(given)) fail(`There is no connection file at ${given}. Nothing was started.`);
mkdirSync(home, { recursive: true });

/** With a data folder it uses the same port every time, because the app stores the addresses of the connection. */
async function startPractice(): Promise<{ service: PracticeService; file: string }> {
  const service = await startPracticeService({ dataDir: join(home, 'practice'), samples: true });
  const file = join(home, 'practice.countersign-connection.json');
  writeFileSync(file, `${JSON.stringify(service.connection, null, 2)}\n`);
  return { service, file };
}

/** Electron needs a display; it has no switch to do without. */
const needsDisplay = process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'];

/** The program that gives Electron a display of its own. Null: it is not installed. */
function displayMaker(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'xvfb-run')).find((path) => existsSync(path)) ?? null;
}

function command(electron: string | null, connectionFile: string): readonly string[] {
  const args = [`--user-data-dir=${join(home, 'app')}`, '--connection', connectionFile];
  if (electron === null)
    return [process.execPath, join(root, 'test/standin/run.ts'), join(root, 'out/main/main.js'), ...args];
  const started = electronLine(
    { electron, root, args, displayMaker: needsDisplay ? displayMaker() : null },
    readSandboxFacts(),
  );
  if (started.note !== null) say(started.note);
  return started.line;
}

const standinLine = z.discriminatedUnion('standin', [
  z.object({ standin: z.literal('ready'), cdp: z.string() }),
  z.object({ standin: z.literal('opened'), how: z.string(), target: z.string() }),
]);

/** The address of Chromium's debugging port. The standin prints it on stdout, Electron on stderr. */
function cdpOf(app: ChildProcess, ended: Promise<number>): Promise<string> {
  return new Promise((done, reject) => {
    void ended.then((code) => reject(new Error(`Countersign ended before its window opened (code ${code}).`)));
    if (app.stdout)
      createInterface(app.stdout).on('line', (line) => {
        if (!line.startsWith('{"standin":')) return;
        const { data: said } = standinLine.safeParse(JSON.parse(line));
        if (said?.standin === 'ready') done(said.cdp);
        else if (said) say(`Countersign opens: ${said.target}`);
      });
    if (app.stderr)
      createInterface(app.stderr).on('line', (line) => {
        const port = /DevTools listening on ws:\/\/(127\.0\.0\.1:\d+)/.exec(line)?.[1];
        if (port) done(`http://${port}`);
        else say(line);
      });
  });
}

/** Takes a picture of the window. A failure here must not end the app. */
async function screenshot(cdp: string, path: string): Promise<string | null> {
  let browser: Browser | undefined;
  try {
    browser = await chromium.connectOverCDP(cdp);
    const [context] = browser.contexts();
    if (!context) throw new Error('The window cannot be looked at');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.locator('main').waitFor();
    await page.screenshot({ path });
    return path;
  } catch (error) {
    say(`There is no screenshot: ${sentence(error)}`);
    return null;
  } finally {
    await browser?.close();
  }
}

const mayShow = !needsDisplay || displayMaker() !== null;
const electron = mayShow ? await fetchElectron(options['retry-electron'], say) : null;
if (electron === null) {
  if (!mayShow) say('There is no display for Electron, and no xvfb-run to make one.');
  say('The same app opens on Chromium, through the standin.');
  if (!installSystemPackages('browser')) process.exit(1);
}
const [practice] = await Promise.all([given === null ? startPractice() : null, build(say)]).catch((error: unknown) =>
  fail(sentence(error)),
);

let line = command(electron, given ?? practice?.file ?? '');
let env: NodeJS.ProcessEnv = process.env;
if (process.platform === 'linux' && !hasSecretService()) {
  say('No Secret Service is running here: a private keyring is used while Countersign runs.');
  line = [join(root, 'scripts/with-secret-service.sh'), ...line];
  env = { ...env, KEYRING_HOME: join(home, 'keyring') };
}
const [program = '', ...args] = line;
const app = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
const ended = new Promise<number>((done) => {
  app.on('exit', (code) => done(code ?? 0));
  app.on('error', (error) => {
    say(error.message);
    done(1);
  });
});
// When this process ends, end the app and its keyring as well.
process.on('exit', () => app.kill('SIGTERM'));
const wanted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    wanted.abort();
    app.kill('SIGTERM');
  });

/** Prints how to see the app, after its window is open. */
async function tell(cdp: string): Promise<void> {
  const runtime = electron === null ? 'standin' : 'electron';
  const picture = needsDisplay || options.json ? await screenshot(cdp, join(home, 'window.png')) : null;
  if (options.json) {
    const service = practice ? { url: practice.service.url, connection: practice.file } : null;
    process.stdout.write(`${JSON.stringify({ runtime, cdp, home, service, screenshot: picture })}\n`);
    return;
  }
  say(`Countersign is open (${runtime}). Its data is in ${home}`);
  if (picture !== null) say(`There is no display here. A screenshot: ${picture}`);
  if (practice) say(`Practice service: ${practice.service.url}  (its e-mails: ${practice.service.url}/mail)`);
  say('Ctrl+C ends everything.');
}

let failed = false;
try {
  await tell(await cdpOf(app, ended));
} catch (error) {
  failed = !wanted.signal.aborted;
  if (failed) say(sentence(error));
  app.kill('SIGTERM');
}
const code = await ended;
await practice?.service.close();
process.exit(failed ? 1 : code);

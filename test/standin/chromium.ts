import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { CdpConnection } from './cdp.ts';
import type { Environment } from './environment.ts';
import { createProfile, removeProfile } from './profile.ts';

export interface Chromium {
  readonly cdp: CdpConnection;
  /** For Playwright's connectOverCDP. The standin itself uses the pipe. */
  readonly address: string;
  readonly pid: number;
  readonly profile: string;
  readonly version: string;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** The same engine without a browser around it: an end-to-end test needs a third less of the processor with it. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];

export function findChromium(
  chosen = process.env['STANDIN_CHROMIUM'],
  path = process.env['PATH'] ?? '',
  headless = !process.env['DISPLAY'],
): string {
  if (chosen) return chosen;
  // The tests install the shell alone: it must do where there is a screen, too.
  const names = headless ? [...shells, ...browsers] : [...browsers, ...shells];
  const files = names.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  const found = files.find(isProgram);
  if (found === undefined) {
    throw new Error(`No Chromium found (${names.join(', ')} on the PATH, or STANDIN_CHROMIUM=/path/to/it)`);
  }
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What a page's request may not reach even where DevTools cannot hold it back: sockets, prefetches, workers. */
const closedNetwork = '--host-resolver-rules=MAP * ~NOTFOUND';

function chromiumArgs(environment: Environment, profile: string): string[] {
  return [
    `--user-data-dir=${profile}`,
    // The pipe makes Chromium end with us, however we end; the port lets Playwright in.
    '--remote-debugging-pipe',
    '--remote-debugging-port=0',
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-features=Translate,MediaRouter,OptimizationHints,LocalNetworkAccessChecks',
    // The name that a whole Chromium knows, and the one of its headless shell.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--password-store=basic',
    '--use-mock-keychain',
    `--accept-lang=${environment.locales.join(',')}`,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(environment.headless ? ['--headless=new'] : []),
    ...(environment.network === 'blocked' ? [closedNetwork] : []),
    ...environment.chromiumArgs,
  ];
}

/** Chromium says on stderr where its port is. */
function listeningAt(stderr: Readable, child: ChildProcess, debug: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stderr.on('data', (chunk: Buffer) => {
      if (debug) process.stderr.write(chunk);
      if (text.length > 100_000) return;
      text += chunk.toString('utf8');
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(text)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`Chromium ended (${code ?? signal}) at the start:\n${text}`)),
    );
  });
}

export async function launchChromium(environment: Environment): Promise<Chromium> {
  const file = findChromium(environment.chromium, undefined, environment.headless);
  const profile = createProfile();
  const [language = 'en-US'] = environment.locales;
  const child = spawn(file, chromiumArgs(environment, profile), {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Ctrl+C in a terminal is for the app; it ends Chromium itself.
    detached: true,
    env: { ...process.env, LANGUAGE: language.replace('-', '_') },
  });
  // A program that could not even be started ends too; why is told by whoever waits for its port.
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  );
  const atExit = () => {
    child.kill('SIGKILL');
    removeProfile(profile);
  };
  process.once('exit', atExit);

  const [, , stderr, toChromium, fromChromium] = child.stdio;
  if (!stderr || !('read' in stderr)) throw new Error('Chromium was started without a stderr pipe');
  if (!toChromium || !('write' in toChromium)) throw new Error('Chromium was started without its debugging pipe');
  if (!fromChromium || !('read' in fromChromium)) throw new Error('Chromium was started without its debugging pipe');
  const address = await listeningAt(stderr, child, environment.debug);
  const cdp = new CdpConnection(toChromium, fromChromium);
  const { product } = await cdp.browser.send('Browser.getVersion');
  if (child.pid === undefined) throw new Error('Chromium has no process id');

  return {
    cdp,
    address,
    pid: child.pid,
    profile,
    version: product.replace(/^[^/]*\//, ''),
    ended,
    async close() {
      // Its profile is thrown away: there is nothing to end in good order.
      child.kill('SIGKILL');
      await ended;
      process.off('exit', atExit);
      removeProfile(profile);
    },
  };
}

/** The parts of scripts/try-update.ts: a release for one run alone, its feed on this computer, and an app that takes it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { chromium } from 'playwright-core';
import { cdpIn } from '../test/package/debugging-port.ts';
import { createAuthority } from '../test/practice-service/network/authority.ts';
import { startTlsFront } from '../test/practice-service/network/tls-front.ts';

const LONGEST_MS = 180_000;

/** The source of releases with an address and a key of this run. */
export function withRelease(
  source: string,
  { address, key }: { readonly address: string; readonly key: string },
): string {
  const changed = source
    .replace(/address: '[^']*'/, () => `address: ${JSON.stringify(address)}`)
    .replace('keys: []', () => `keys: [${JSON.stringify(key)}]`);
  if (!changed.includes(JSON.stringify(address)) || !changed.includes(JSON.stringify(key)))
    throw new Error('The source of releases has another form, or a key already');
  return changed;
}

export function nextVersion(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  return `${major}.${minor}.${(patch ?? 0) + 1}`;
}

/** Serves the files of a folder over https, and writes the authority for it and a policy that names it. */
export async function serveFeed(folder: string, place: string) {
  const files = createServer((request, response) => {
    const file = join(folder, basename(request.url ?? ''));
    if (!existsSync(file)) response.writeHead(404).end();
    else response.end(readFileSync(file));
  });
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  const own = files.address();
  if (own === null || typeof own === 'string') throw new Error('The server of the feed has no port');
  const authority = createAuthority('Trial of an update');
  const front = await startTlsFront({
    to: `http://127.0.0.1:${own.port}`,
    certificate: authority.issue(['127.0.0.1']),
  });
  const authorityFile = join(place, 'authority.pem');
  writeFileSync(authorityFile, authority.certificate);
  const policy = join(place, 'policy.json');
  const preset = { language: 'en', proxy: { mode: 'none', address: '' }, authorityFile };
  writeFileSync(policy, JSON.stringify({ format: 'countersign-policy', version: 1, preset }));
  return {
    address: `${front.url}/`,
    policy,
    async close(): Promise<void> {
      await front.close();
      files.close();
      files.closeAllConnections();
    },
  };
}

/** Starts the installed app, has it look for updates and install what it found, and waits until it has ended for that. */
export async function updateItself(program: string, dataFolder: string): Promise<void> {
  const args = [`--user-data-dir=${dataFolder}`, '--remote-debugging-port=0'];
  const app = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(app, 'exit');
  const bound = setTimeout(() => app.kill('SIGKILL'), LONGEST_MS);
  try {
    const cdp = await Promise.race([cdpIn(app.stdout), cdpIn(app.stderr), ended.then(() => null)]);
    if (cdp === null) throw new Error('The installed app ended before its window opened');
    const browser = await chromium.connectOverCDP(cdp, { noDefaults: true });
    const [context] = browser.contexts();
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
    if (!page) throw new Error('The installed app showed no window');
    page.setDefaultTimeout(LONGEST_MS);
    await page.locator('main').waitFor();
    const found = await page.evaluate(async () => {
      await window.countersign.updates.check();
      for (;;) {
        const now = await window.countersign.state.get();
        const update = now.ok ? now.value.state.update : null;
        if (update?.kind !== 'checking' && update?.kind !== 'downloading') return update;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    if (found?.kind !== 'ready') throw new Error(`The app found no update: ${JSON.stringify(found)}`);
    // The answer is lost when the app ends before it is given.
    void page.evaluate(() => window.countersign.updates.install()).catch(() => undefined);
    await ended;
    if (app.signalCode !== null) throw new Error('The app did not end to install its update');
  } finally {
    clearTimeout(bound);
    app.kill('SIGKILL');
  }
}

import { execFile } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { createAuthority } from '../../test/practice-service/network/authority.ts';
import { trustSystemCertificates } from './system-certificates.ts';

/** Runs in its own process: Node reads the system's store only once, and an environment variable names the store. */
const visit = (address: string) => `
  import { get } from 'node:https';
  import { trustSystemCertificates } from ${JSON.stringify(new URL('system-certificates.ts', import.meta.url).href)};
  const visit = () => new Promise((done) => {
    get(${JSON.stringify(address)}, (answer) => { answer.resume(); done(answer.statusCode); }).on('error', (e) => done(e.code));
  });
  const before = await visit();
  await trustSystemCertificates();
  console.log(JSON.stringify([before, await visit()]));
`;

test("a server with a certificate of the system's store is trusted", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-system-'));
  const authority = createAuthority();
  const server = createServer(authority.issue(['127.0.0.1']), (_request, response) => response.end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const file = join(folder, 'system.pem');
  writeFileSync(file, authority.certificate);
  try {
    const script = visit(`https://127.0.0.1:${address.port}/`);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, SSL_CERT_FILE: file },
      timeout: 15_000,
    });
    expect(JSON.parse(stdout)).toEqual(['SELF_SIGNED_CERT_IN_CHAIN', 200]);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});

describe('we stop waiting for a system store that', () => {
  const forever = 3_600_000;

  test.each([
    ['dies', 'process.exit(3);', forever],
    ['fails', "throw new Error('no store');", forever],
    ['answers nonsense', "import { parentPort } from 'node:worker_threads'; parentPort.postMessage([1]);", forever],
    ['goes on for ever', 'setInterval(() => {}, 1_000);', 20],
  ])('%s', async (_, script, limitMs) => {
    const before = getCACertificates('default');
    await trustSystemCertificates({ script, limitMs });
    expect(getCACertificates('default')).toEqual(before);
  });

  test('hangs in a system call, which cannot be stopped', unless(windowsObstacle), async () => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-hanging-'));
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    // Opening a pipe for reading waits until somebody opens it for writing.
    const script = `import { openSync } from 'node:fs'; openSync(${JSON.stringify(pipe)}, 'r');`;
    await trustSystemCertificates({ script, limitMs: 500 });
    // Opening the pipe in both directions ends the hanging open. A later one finds no pipe.
    const release = openSync(pipe, 'r+');
    rmSync(folder, { recursive: true });
    closeSync(release);
  });
});

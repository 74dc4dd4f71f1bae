/**
 * 40 MB to the practice service, by the app's own HTTP port and by curl in turns, 15 times each. The service runs in a
 * process of its own, reads the multipart body and hashes the file. A turn of ours is one call in this running process;
 * one of curl's is its whole life, so `ratioToCurlTransfer` also compares with the time curl counts for the transfer
 * alone. All times are medians. `peakRssMb` is the most this process grew from before its first upload to the end of the
 * last one, so what the first one costs and what each one leaves behind are in it.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { createSigningClient, type SigningClient } from '../../main/signing/client.ts';
import { createNodeHttp } from '../../main/signing/node-http.ts';
import { success } from '../../main/signing/outcome.ts';
import { Secret } from '../../main/signing/secret.ts';
import type { Judged } from '../../scripts/bench.ts';
import { startFaultProxy } from '../practice-service/fault-proxy.ts';
import { startPracticeService } from '../practice-service/practice-service.ts';
import { inTurns, median, ratioOf } from './ratio.ts';

const TURNS = 15;
const BYTES = 40 * 1024 * 1024;
const SLOW_BYTES_PER_SECOND = 160 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const served = z.object({
  base: z.string(),
  slowBase: z.string(),
  auth: z.string(),
  identity: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  username: z.string(),
  password: z.string(),
  curlToken: z.string(),
});
type Served = z.infer<typeof served>;

const tokenAnswer = z.object({ access_token: z.string() });

/** The child's part. Asked for a hash, it says how often that content was uploaded. */
async function serve(): Promise<void> {
  const service = await startPracticeService();
  const proxy = await startFaultProxy({ to: service.url });
  proxy.always({ kind: 'slow-request', bytesPerSecond: SLOW_BYTES_PER_SECOND });
  const { base, auth, identity, clientId, clientSecret = '' } = service.connection;
  const ours = service.people.createServiceUser();
  const curls = service.people.createServiceUser();
  const answer = await fetch(`${auth}/auth/realms/sso/protocol/openid-connect/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'password',
      username: curls.username,
      password: curls.password,
      client_id: clientId,
      client_secret: clientSecret,
    }).toString(),
  });
  const curlToken = tokenAnswer.parse(await answer.json()).access_token;
  const { username, password } = ours;
  const slowBase = proxy.through(service.connection).base;
  process.on('message', (sha256) => process.send?.(service.records.uploadsOf(String(sha256))));
  process.on('disconnect', () => process.exit());
  const facts: Served = { base, slowBase, auth, identity, clientId, clientSecret, username, password, curlToken };
  process.send?.(facts);
}

interface Child {
  readonly process: ChildProcess;
  readonly served: Served;
  uploadsOf(sha256: string): Promise<number>;
}

async function startChild(): Promise<Child> {
  const child = fork(import.meta.filename, ['serve'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The practice service ended')));
  // It ends at the end, when nobody waits for it any more.
  ended.catch(() => {});
  const [facts]: unknown[] = await Promise.race([once(child, 'message'), ended]);
  return {
    process: child,
    served: served.parse(facts),
    async uploadsOf(sha256) {
      child.send(sha256);
      const [count]: unknown[] = await once(child, 'message');
      return Number(count);
    },
  };
}

function clientOf(facts: Served, base: string, http: ReturnType<typeof createNodeHttp>): SigningClient {
  return createSigningClient({
    http,
    clock: { now: () => Date.now() },
    allowLoopback: true,
    addresses: { base, auth: facts.auth, identity: facts.identity },
    credentials: async () =>
      success({
        username: facts.username,
        password: new Secret(facts.password),
        client: { form: 'client-secret', clientId: facts.clientId, clientSecret: new Secret(facts.clientSecret) },
      }),
  });
}

/** How late a timer of one millisecond comes, and the most memory in use meanwhile. */
function watchLoop() {
  const delays: number[] = [];
  let rssPeak = process.memoryUsage.rss();
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - 1));
    last = now;
    if (delays.length % 5 === 0) rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
  }, 1);
  return () => {
    clearInterval(timer);
    return { delays, rssPeak: Math.max(rssPeak, process.memoryUsage.rss()) };
  };
}

async function ourTurn(client: SigningClient, path: string): Promise<number> {
  const started = performance.now();
  const outcome = await client.upload({
    file: { path, size: BYTES, name: 'bench.pdf', type: 'application/pdf' },
    fields: { initiatorAliasName: 'Bench' },
  });
  if (!outcome.ok) throw new Error(`The upload failed: ${outcome.failure.kind} ${outcome.failure.details}`);
  return performance.now() - started;
}

const run = promisify(execFile);

/** Wall time, and the time curl itself counts. `Expect:` saves it a round trip that we do not make either. */
async function curlTurn(
  { base, curlToken }: Served,
  path: string,
): Promise<{ readonly wall: number; readonly own: number }> {
  const headers = [`Authorization: Bearer ${curlToken}`, 'Accept-Charset: UTF-8', 'Expect:'];
  const parts = [
    'data={"initiatorAliasName":"Bench"};type=application/json;charset=UTF-8',
    `file=@${path};filename=bench.pdf;type=application/pdf`,
  ];
  const args = [...headers.flatMap((header) => ['-H', header]), ...parts.flatMap((part) => ['-F', part])];
  const report = ['-o', '/dev/null', '-w', '%{http_code} %{time_total}'];
  const started = performance.now();
  const { stdout } = await run('curl', ['-sS', '--noproxy', '*', ...args, ...report, `${base}/documents/file`]);
  const wall = performance.now() - started;
  const [code = '', seconds = ''] = stdout.split(' ');
  if (!code.startsWith('2')) throw new Error(`curl's upload was answered ${code}`);
  return { wall, own: Number(seconds) * 1000 };
}

export async function upload(): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const path = join(folder, 'bench.pdf');
  const sha256 = writeContent(path);
  const child = await startChild();
  const http = createNodeHttp({ allowLoopback: true });
  try {
    const client = clientOf(child.served, child.served.base, http);
    const curls: { readonly wall: number; readonly own: number }[] = [];
    const delays: number[] = [];
    // As in a running app, which has signed in and asked for something long before its first upload.
    const modes = await client.availableModes();
    if (!modes.ok) throw new Error(modes.failure.details);
    const rssBefore = process.memoryUsage.rss();
    let rssPeak = rssBefore;
    const watched = async (by: SigningClient) => {
      const stop = watchLoop();
      const took = await ourTurn(by, path);
      const seen = stop();
      rssPeak = Math.max(rssPeak, seen.rssPeak);
      return { took, delays: seen.delays };
    };
    // Once each beforehand: token, connection, compiled code and the file in the cache of the system.
    await watched(client);
    await curlTurn(child.served, path);
    const oursOnce = async () => {
      const turn = await watched(client);
      delays.push(...turn.delays);
      return turn.took;
    };
    const curlOnce = async () => {
      const turn = await curlTurn(child.served, path);
      curls.push(turn);
      return turn.wall;
    };
    const pairs = await inTurns(TURNS, oursOnce, curlOnce);

    const { took: slowly } = await watched(clientOf(child.served, child.served.slowBase, http));
    const arrived = await child.uploadsOf(sha256);
    const sent = 2 * (TURNS + 1) + 1;
    if (arrived !== sent) throw new Error(`${arrived} of ${sent} bodies arrived as they were sent`);

    const oursMs = median(pairs.ours);
    const figures = {
      ratioToCurl: rounded(oursMs / median(curls.map(({ wall }) => wall)), 3),
      ratioToCurlTransfer: rounded(oursMs / median(curls.map(({ own }) => own)), 3),
      peakRssMb: rounded((rssPeak - rssBefore) / MEGABYTE, 1),
      loopDelayP99Ms: rounded(delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.99)] ?? Number.NaN, 2),
      oursMs: rounded(oursMs, 1),
      curlMs: rounded(median(curls.map(({ wall }) => wall)), 1),
      slowServerMs: rounded(slowly, 0),
      bodiesEqual: arrived,
    };
    return { figures, ratios: [ratioOf('upload : curl', pairs)] };
  } finally {
    http.close();
    child.process.disconnect();
    await once(child.process, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/** Piece by piece: 40 MB that this process held once would hide as much growth. */
function writeContent(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let written = 0; written < BYTES; written += MEGABYTE) {
    const piece = randomBytes(MEGABYTE);
    hash.update(piece);
    writeSync(file, piece);
  }
  closeSync(file);
  return hash.digest('hex');
}

function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'serve') await serve();

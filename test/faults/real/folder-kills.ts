import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pdfOf } from '../../../main/intake/testing/sample-files.ts';
import type { Choices } from '../../../preload/contract/index.ts';
import { createChance } from '../simulation/random.ts';
import { type AppProcess, Gone } from './app-process.ts';
import { createScene, type Scene } from './scene.ts';
import { submissionsOf } from './shown.ts';
import { until } from './until.ts';
import { passNextWait } from './wait-for-rest.ts';

interface Options {
  readonly files: number;
  readonly kills: number;
}

export interface FolderJudged {
  readonly problems: readonly string[];
  readonly started: number;
}

const choices: Choices = {
  mode: 'timestamp',
  jurisdiction: 'zertes',
  alias: 'Anna Muster',
  comment: '',
  sendMail: 'others',
  scanPredefined: false,
  extra: {},
  signees: [{ email: 'anna@example.test', name: '', comment: '', order: null }],
};

/** Switches a folder on that sends by itself. */
async function watchFolder(app: AppProcess): Promise<string> {
  const profile = await app.call('profiles.save', { name: 'Contracts', choices, isDefault: true });
  if (profile.ok !== true) throw new Error(JSON.stringify(profile));
  const preview = await app.call('folders.choose', undefined);
  if (preview.ok !== true) throw new Error(JSON.stringify(preview));
  const rule = {
    profileId: profile.id,
    goal: 'send' as const,
    patterns: ['*.pdf'],
    quietSeconds: 2,
    perHour: 1_000,
    originals: 'move' as const,
    needsSidecar: false,
    receipts: false,
  };
  const saved = await app.call('folders.save', { id: preview.id, rule, confirmed: true, print: null });
  if (saved.ok !== true) throw new Error(JSON.stringify(saved));
  return saved.id;
}

/** Writes a whole PDF in two pieces under its final name, as a scanner does. */
async function write(root: string, number: number): Promise<string> {
  const content = pdfOf(`% scan ${number} ${'x'.repeat(2_000)}`);
  const path = join(root, `Scan ${number}.pdf`);
  writeFileSync(path, content.subarray(0, 700));
  await pause(1);
  writeFileSync(path, content);
  return createHash('sha256').update(content).digest('hex');
}

function judge(scene: Scene, root: string, contents: readonly string[]): FolderJudged {
  const problems: string[] = [];
  let started = 0;
  const documents = scene.service.documents.all();
  for (const [number, sha256] of contents.entries()) {
    const own = documents.filter((one) => one.sha256 === sha256 && one.startTime !== null);
    const starts = own.reduce((sum, { documentId }) => sum + scene.service.records.startsOf(documentId), 0);
    if (starts !== 1) problems.push(`Scan ${number}.pdf was started ${starts} times`);
    if (!existsSync(join(root, 'Sent', `Scan ${number}.pdf`))) problems.push(`Scan ${number}.pdf is not in Sent`);
    started += starts;
  }
  const strangers = documents.filter(({ sha256 }) => !contents.includes(sha256));
  for (const { documentName } of strangers) problems.push(`${documentName} was uploaded half-written`);
  return { problems, started };
}

const sentCount = (root: string) => (existsSync(join(root, 'Sent')) ? readdirSync(join(root, 'Sent')).length : 0);

/** Kills the app again and again while files arrive in a folder that sends by itself. */
export async function killWhileFilesArrive(seed: number, { files, kills }: Options): Promise<FolderJudged> {
  const chance = createChance(seed);
  const home = mkdtempSync(join(tmpdir(), 'countersign-folder-kills-'));
  const root = join(home, 'Inbox');
  mkdirSync(root);
  const scene = await createScene({ files: 0, speed: 20, options: { latencyMs: 5 } });
  try {
    const contents: string[] = [];
    let life = scene.begin({ folder: root });
    await life.ready;
    await watchFolder(life.app);
    for (let kill = 0; kill < kills; kill += 1) {
      for (let left = Math.ceil((files - contents.length) / (kills - kill)); left > 0; left -= 1)
        // oxlint-disable-next-line no-await-in-loop -- files arrive one after the other
        contents.push(await write(root, contents.length));
      // oxlint-disable-next-line no-await-in-loop
      await pause(chance.below(900));
      // oxlint-disable-next-line no-await-in-loop
      await life.app.kill();
      // oxlint-disable-next-line no-await-in-loop
      await scene.quiet();
      life = scene.begin({ folder: root });
      // oxlint-disable-next-line no-await-in-loop
      await life.ready.catch(unlessGone);
    }
    await comeToRest(scene, life.app, { root, files: contents.length });
    await life.app.close();
    return judge(scene, root, contents);
  } finally {
    await scene.end();
    rmSync(home, { recursive: true });
  }
}

/** Two apps with data of their own watch one folder while files arrive. */
export async function watchWithTwo(files: number): Promise<FolderJudged> {
  const home = mkdtempSync(join(tmpdir(), 'countersign-folder-two-'));
  const root = join(home, 'Inbox');
  mkdirSync(root);
  const scene = await createScene({ files: 0, speed: 20 });
  const other = join(home, 'data');
  cpSync(scene.dataFolder, other, { recursive: true });
  const apps = [scene.begin({ folder: root }), scene.begin({ folder: root, dataFolder: other })];
  try {
    for (const { app, ready } of apps) {
      // oxlint-disable-next-line no-await-in-loop -- the second one finds the marker of the first
      await ready;
      // oxlint-disable-next-line no-await-in-loop
      await watchFolder(app);
    }
    const contents: string[] = [];
    for (let number = 0; number < files; number += 1) {
      // oxlint-disable-next-line no-await-in-loop -- files arrive one after the other
      contents.push(await write(root, number));
      // Some are renamed while both look at them.
      if (number % 10 === 9) renameSync(join(root, `Scan ${number}.pdf`), join(root, `.later ${number}`));
      if (number % 10 === 9) renameSync(join(root, `.later ${number}`), join(root, `Scan ${number}.pdf`));
    }
    // oxlint-disable-next-line no-await-in-loop
    for (const { app } of apps) await comeToRest(scene, app, { root, files });
    // oxlint-disable-next-line no-await-in-loop
    for (const { app } of apps) await app.close();
    return judge(scene, root, contents);
  } finally {
    for (const { app } of apps) app.signal('SIGCONT');
    await scene.end();
    rmSync(home, { recursive: true });
  }
}

/** The end of the app meets the same document in the reader twice so seldom: in one of so many. */
const MOST_PREPARED = 20;

interface Expected {
  readonly root: string;
  readonly files: number;
}

/** The files that did not come to `Sent`, their claims, and the documents that were not started. */
function whatIsLeft({ service }: Scene, root: string): string {
  const left = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.pdf'));
  const waiting = left.filter((path) => !path.startsWith('Sent'));
  const claims = join(root, '.countersign', 'claims');
  const texts = readdirSync(claims).map((name) => readFileSync(join(claims, name), 'utf8'));
  const claimed = waiting.map((path) => `${path} ${texts.find((text) => text.includes(`"${path}"`)) ?? 'no claim'}`);
  const drafts = service.documents.all().filter(({ startTime }) => startTime === null);
  return [...claimed, ...drafts.map(({ documentName }) => `draft ${documentName}`)].join('; ');
}

/**
 * Every wait of the outbox is passed by moving the clock, so that a doubt is settled by a check. A person sends what was
 * only prepared: a document that was being read at two ends of the app is not read again.
 */
async function comeToRest(scene: Scene, app: AppProcess, { root, files }: Expected): Promise<void> {
  const prepared = new Set<string>();
  await until(
    async () => {
      if (sentCount(root) >= files) return true;
      const { state } = await passNextWait(scene, app);
      if (state.list.counts.ready === 0) return false;
      for (const { id } of await submissionsOf(app, 'ready')) {
        prepared.add(id);
        // oxlint-disable-next-line no-await-in-loop -- a person presses one button after the other
        await app.call('outbox.command', { id, command: { kind: 'send' } });
      }
      if (prepared.size > files / MOST_PREPARED) throw new Error(`${prepared.size} of ${files} were only prepared`);
      return false;
    },
    () => `${sentCount(root)} of ${files} files came to Sent: ${whatIsLeft(scene, root)}`,
    () => sentCount(root) + scene.service.documents.all().filter(({ startTime }) => startTime !== null).length,
  );
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Gone)) throw error;
}

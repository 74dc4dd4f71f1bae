/** Accidents of a computer: each has its sentence, nothing is lost and nothing is sent twice. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Problem } from '../../preload/contract/problem.ts';
import type { State } from '../../preload/contract/state.ts';
import type { AppProcess } from './real/app-process.ts';
import { judge } from './real/judge.ts';
import { bring, type Person, personWith } from './real/person.ts';
import { CONNECTION, createScene, type Scene, type SceneOptions } from './real/scene.ts';
import type { Shown } from './real/shown.ts';
import { createSmallDisk, type SmallDisk } from './real/small-disk.ts';
import { until } from './real/until.ts';
import { comeToRest, moveOn } from './real/wait-for-rest.ts';

const HOUR = 3_600_000;
const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Story {
  readonly scene: Scene;
  readonly person: Person;
  readonly begin: () => Promise<AppProcess>;
}

async function story(options: SceneOptions, within: readonly string[] = []): Promise<Story> {
  const scene = await createScene({ undoSeconds: 60, ...options });
  ends.push(scene.end);
  const begin = async () => {
    const { app, ready } = scene.begin({ within });
    ends.push(app.kill);
    await ready;
    return app;
  };
  return { scene, person: personWith(scene.files), begin };
}

function disk(): SmallDisk {
  const small = createSmallDisk();
  ends.push(small.end);
  return small;
}

const noticesOf = ({ notices }: State): Problem['key'][] => notices.map(({ key }) => key);
const startsOf = ({ service }: Scene) =>
  service.records.requests.filter(({ operation }) => operation === 'start').length;
/** Are this many documents shown and uploaded? An empty list does not count. */
const uploaded = ({ submissions }: Shown, count: number) =>
  submissions.length === count && submissions.every(({ documentId }) => documentId !== null);

async function tryToBring(app: AppProcess, { files }: Scene, at: number): Promise<Problem['key'] | null> {
  const { files: offered } = await app.call('files.offer', { paths: files.slice(at, at + 1).map(({ path }) => path) });
  const choices = files.slice(at, at + 1).map((file) => file.choices);
  const items = offered.map(({ id }) => ({ fileId: id, choice: 0 }));
  const { results } = await app.call('outbox.submit', { connectionId: CONNECTION, goal: 'send', choices, items });
  const [result] = results;
  return result?.ok === false ? result.problem.key : null;
}

/** A person decides about each row: choose the document, retry, or send. */
async function decide(scene: Scene, app: AppProcess): Promise<void> {
  for (let rounds = 0; rounds < 6; rounds += 1) {
    const { submissions } = await comeToRest(scene, app);
    for (const { id, phase, candidates } of submissions.filter((row) => row.phase !== 'done')) {
      const documentId = candidates[0]?.documentId;
      const again = documentId === undefined ? ({ kind: 'retry' } as const) : ({ kind: 'adopt', documentId } as const);
      await app.call('outbox.command', { id, command: phase === 'held' ? { kind: 'send' } : again });
    }
  }
}

/** In the end each document is started once. */
async function endsWell({ scene, person }: Story, app: AppProcess, started: number, lost = false): Promise<void> {
  await comeToRest(scene, app);
  await app.close();
  const { problems, rows } = await judge(scene, person.told, lost);
  expect(problems).toEqual([]);
  expect(rows.map(({ stage }) => stage)).toEqual(
    Array.from({ length: started }, () => ({ kind: 'done', as: 'started' })),
  );
}

test('a full disk: takes and sends nothing that cannot be stored, and continues by itself', async () => {
  const small = disk();
  const all = await story({ files: 3, dataFolder: small.folder }, small.within);
  const { scene, person, begin } = all;
  const app = await begin();
  await bring(app, person, scene.files.slice(0, 2));
  await until(
    async () => uploaded(await app.shown(), 2),
    () => 'not uploaded',
  );

  small.fill(app);
  expect(await tryToBring(app, scene, 2)).toBe('spool-disk-full');
  await moveOn(scene, app, 61_000);
  await until(
    async () => (await app.state()).outbox.unwritable !== null,
    () => 'the full disk is not told',
  );
  expect((await app.state()).outbox.unwritable?.key).toBe('not-recorded');
  expect(startsOf(scene)).toBe(0);

  small.free(app);
  await moveOn(scene, app, 10_000);
  await until(
    async () => (await app.state()).outbox.unwritable === null,
    () => 'it does not go on',
  );
  await bring(app, person, scene.files.slice(2));
  await endsWell(all, app, 3);
});

test('a read-only disk: the window says so, takes and sends nothing, and continues when it is writable', async () => {
  const small = disk();
  const all = await story({ files: 3, dataFolder: small.folder });
  const { scene, person, begin } = all;
  const first = await begin();
  await bring(first, person, scene.files.slice(0, 2));
  await until(
    async () => uploaded(await first.shown(), 2),
    () => 'not uploaded',
  );
  await first.close();

  small.readOnly(true);
  const second = await begin();
  const state = await second.state();
  expect(noticesOf(state)).toEqual(['journal-read-only']);
  expect(state.outbox.working).toBe(false);
  await moveOn(scene, second, HOUR);
  expect(await tryToBring(second, scene, 2)).not.toBeNull();
  expect(startsOf(scene)).toBe(0);
  await second.close();

  small.readOnly(false);
  const third = await begin();
  await bring(third, person, scene.files.slice(2));
  await endsWell(all, third, 3);
});

test('a journal in use by another process: the second app says so, waits, and goes on when it is free', async () => {
  const all = await story({ files: 2 });
  const { scene, person, begin } = all;
  const first = await begin();
  await bring(first, person, scene.files.slice(0, 1));
  const { app: second, ready } = scene.begin({});
  ends.push(second.kill);
  await until(
    async () => second.logged.includes('waiting: journal-in-use'),
    () => 'the second app does not say that it waits',
  );
  await comeToRest(scene, first);
  await first.close();
  await ready;
  expect(noticesOf(await second.state())).toEqual([]);
  await bring(second, person, scene.files.slice(1));
  await endsWell(all, second, 2);
});

test('two computers in one home: the second waits until the first has ended, and nothing is started twice', async () => {
  const all = await story({ files: 2 });
  const { scene, person } = all;
  const { app: first, ready: begun } = scene.begin({ machine: 'anna' });
  ends.push(first.kill);
  await begun;
  await bring(first, person, scene.files.slice(0, 1));
  const { app: second, ready } = scene.begin({ machine: 'beat' });
  ends.push(second.kill);
  await until(
    async () => second.logged.includes('waiting: journal-elsewhere'),
    () => `the second computer does not say that it waits: ${second.logged.join(', ')}`,
  );
  await comeToRest(scene, first);
  await first.close();
  await ready;
  await bring(second, person, scene.files.slice(1));
  await endsWell(all, second, 2);
});

test('a journal with damaged pages: open submissions wait for a person and continue where they were', async () => {
  const all = await story({ files: 3 });
  const { scene, person, begin } = all;
  const first = await begin();
  await bring(first, person, scene.files.slice(0, 2));
  await comeToRest(scene, first);
  await bring(first, person, scene.files.slice(2));
  await until(
    async () => uploaded(await first.shown(), 3),
    () => 'not uploaded',
  );
  await first.close();
  const damaged = pagesOf(scene.journalFile, 'submission');
  overwrite(scene.journalFile, (page) => damaged.has(page));

  const second = await begin();
  expect(noticesOf(await second.state())).toContain('journal-recovered');
  await until(
    async () => (await second.shown()).submissions.length === 3,
    () => 'the queue is not back',
  );
  const { submissions } = await comeToRest(scene, second);
  // The app found the document, and a person must decide to continue.
  expect(startsOf(scene)).toBe(2);
  expect(submissions.some(({ phase }) => phase === 'needs-you' || phase === 'held')).toBe(true);
  await decide(scene, second);
  await endsWell(all, second, 3);
});

test('a destroyed journal: the spool restores the submissions, and nothing is sent without a person', async () => {
  const all = await story({ files: 2 });
  const { scene, person, begin } = all;
  const first = await begin();
  // Fail when signees are added: a draft with signees would not be recognised by its content.
  scene.proxy.always({ kind: 'reset' }, ({ path }) => path.endsWith('/signees'));
  await bring(first, person, scene.files);
  await until(
    async () => uploaded(await first.shown(), 2),
    () => 'not uploaded',
  );
  await first.close();
  scene.proxy.clear();
  overwrite(scene.journalFile, () => true);

  const second = await begin();
  expect(noticesOf(await second.state())).toContain('journal-recovered');
  await second.close();
  // The connection was stored in the journal only: connect again.
  scene.connect();
  // The time of the last check was lost with the journal: wait an hour.
  scene.clock.turn(HOUR);
  const third = await begin();
  await until(
    async () => (await third.shown()).submissions.length === 2,
    () => 'the queue is not back',
  );
  const { submissions } = await third.shown();
  expect(submissions.map(({ problem }) => problem?.key)).toEqual(['after-recovery', 'after-recovery']);
  const found = await comeToRest(scene, third);
  expect(startsOf(scene)).toBe(0);
  // The drafts exist and have the accepted content.
  expect(found.submissions.map(({ candidates }) => candidates.map(({ proven }) => proven))).toEqual([[true], [true]]);
  await decide(scene, third);
  await endsWell(all, third, 2, true);
  expect(scene.service.documents.all()).toHaveLength(2);
});

test('a clock set back by a day: the window says so, and waits do not become longer', async () => {
  const all = await story({ files: 3 });
  const { scene, person, begin } = all;
  const app = await begin();
  await bring(app, person, scene.files);
  await until(
    async () => uploaded(await app.shown(), scene.files.length),
    () => 'not uploaded',
  );
  scene.wrongBy(-24 * HOUR);
  await moveOn(scene, app, 0);
  await until(
    async () => noticesOf(await app.state()).includes('clock-set-back'),
    () => 'not told',
  );
  expect(startsOf(scene)).toBe(0);
  await moveOn(scene, app, 61_000);
  await until(
    () => startsOf(scene) === 3,
    () => 'not started',
  );
  await endsWell(all, app, 3);
});

test('eight hours of sleep during an upload: the row says what happened, and the file is uploaded again', async () => {
  // More than the sockets on the way take in at once: otherwise the whole file may be sent, and only its answer is missing.
  const all = await story({ files: 1, fileBytes: 24_000_000, undoSeconds: 0 });
  const { scene, person, begin } = all;
  const app = await begin();
  scene.proxy.next({ kind: 'slow-request', bytesPerSecond: 400_000 }, ({ path }) => path.endsWith('/documents/file'));
  await bring(app, person, scene.files);
  await until(
    async () => ((await app.shown()).submissions[0]?.progress?.bytes ?? 0) > 0,
    () => 'no upload',
  );

  app.signal('SIGSTOP');
  await scene.proxy.down();
  scene.clock.turn(8 * HOUR);
  app.signal('SIGCONT');
  await moveOn(scene, app, 0);
  const problem = async () => (await app.shown()).submissions[0]?.problem?.key ?? null;
  await until(
    async () => (await problem()) !== null,
    () => 'nothing is told',
  );
  expect(await problem()).toMatch(/^(?:connection-dropped|unreachable)$/);
  await scene.proxy.up();
  await endsWell(all, app, 1);
  expect(scene.service.records.uploadsOf(scene.files[0]?.sha256 ?? '')).toBe(1);
});

/** Overwrites the chosen pages, as a failing disk could. */
/** The pages of a table and its indexes. Which page has what changes with each migration. */
function pagesOf(path: string, table: string): ReadonlySet<number> {
  using database = new DatabaseSync(path, { readOnly: true });
  const pages = database
    .prepare('SELECT pageno AS page FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = ?')
    .all(table);
  return new Set(
    z
      .array(z.object({ page: z.number() }))
      .parse(pages)
      .map(({ page }) => page - 1),
  );
}

function overwrite(path: string, chosen: (page: number) => boolean): void {
  const size = 4_096;
  const file = openSync(path, 'r+');
  for (let page = 0; page < statSync(path).size / size; page += 1)
    if (chosen(page)) writeSync(file, Buffer.alloc(size, 0xa5), 0, size, page * size);
  closeSync(file);
}

/** Signed copies come home before the service deletes them, whatever happens to the app and its folder meanwhile. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AppProcess } from './real/app-process.ts';
import { createScene, type Scene } from './real/scene.ts';
import type { Shown } from './real/shown.ts';
import { until } from './real/until.ts';
import { check, comeToRest } from './real/wait-for-rest.ts';

const DAY = 24 * 60 * 60_000;
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function prepare() {
  const scene = await createScene({ files: 0 });
  ends.push(scene.end);
  const begin = async () => {
    const { app, ready } = scene.begin();
    ends.push(app.kill);
    await ready;
    return app;
  };
  const copies = () =>
    existsSync(scene.copiesFolder) ? readdirSync(scene.copiesFolder).filter((name) => name.endsWith('.pdf')) : [];
  return { scene, begin, copies };
}

/** A file stands where the folder should be. */
function block({ copiesFolder }: Scene): void {
  mkdirSync(dirname(copiesFolder));
  writeFileSync(copiesFolder, '');
}

/** Turns the time for the service and the app together, and checks once. */
async function later(scene: Scene, app: AppProcess, days: number): Promise<Shown> {
  scene.clock.pass(days * DAY);
  await app.turn(scene.appMove(), true);
  return check(scene, app);
}

async function untilState(app: AppProcess, holds: (state: Shown) => boolean): Promise<Shown> {
  let state = await app.shown();
  await until(
    async () => {
      state = await app.shown();
      return holds(state);
    },
    () => JSON.stringify([state.documents, state.notices, state.check]),
  );
  return state;
}

const sign = async ({ service }: Scene, id: string) => service.people.sign(id, 'beat@example.test');
const isSaved = ({ documents }: Shown) => documents.some(({ saved }) => saved !== null);
const noticesOf = ({ notices }: Shown) => notices.map(({ key }) => key);
const breaches = ({ service }: Scene) => service.records.breaches;

async function expectSame(scene: Scene, id: string, copies: readonly string[]): Promise<void> {
  expect(copies).toHaveLength(1);
  const copy = readFileSync(join(scene.copiesFolder, copies[0] ?? ''));
  expect(copy.equals(await scene.service.documents.contentOf(id))).toBe(true);
}

test('a document signed today is saved at the next allowed check, once, byte by byte', async () => {
  const { scene, begin, copies } = await prepare();
  const { documentId } = await scene.addElsewhere({ name: 'Lease.pdf', status: 'in-progress' });
  const app = await begin();
  const before = await untilState(app, ({ documents }) => documents[0]?.signees?.[0]?.email === 'beat@example.test');
  expect(before.documents[0]).toMatchObject({ saved: null, due: { what: 'withdrawn', bound: 'exact' } });
  await sign(scene, documentId);
  await check(scene, app);
  const after = await untilState(app, isSaved);
  await expectSame(scene, documentId, copies());
  expect(copies()[0]).toMatch(/^\d{4}-\d\d-\d\d Lease signed\.pdf$/);
  expect(after.documents[0]).toMatchObject({ saveProblem: null, due: { what: 'deleted', bound: 'exact' } });
  await check(scene, app);
  expect(copies()).toHaveLength(1);
  expect(breaches(scene)).toEqual([]);
});

test('with the app closed from day 1 to day 13 the copy is saved on day 13', async () => {
  const { scene, begin, copies } = await prepare();
  const { documentId } = await scene.addElsewhere({ name: 'Lease.pdf', status: 'in-progress' });
  const first = await begin();
  await untilState(first, ({ documents }) => documents.length === 1);
  await first.kill();
  await scene.quiet();
  await sign(scene, documentId);
  scene.clock.turn(13 * DAY);
  const app = await begin();
  await untilState(app, isSaved);
  await expectSame(scene, documentId, copies());
});

test('with the folder unreachable until day 12 the copy is saved on day 12, and the danger is told before', async () => {
  const { scene, begin, copies } = await prepare();
  const { documentId } = await scene.addElsewhere({ name: 'Lease.pdf', status: 'in-progress' });
  block(scene);
  const app = await begin();
  await untilState(app, ({ documents }) => documents.length === 1);
  await sign(scene, documentId);
  await check(scene, app);
  const early = await untilState(
    app,
    (state) =>
      noticesOf(state).includes('copy-folder-unreachable') &&
      state.documents[0]?.saveProblem?.key === 'copy-folder-unreachable',
  );
  expect(noticesOf(early)).not.toContain('copies-at-risk');
  await later(scene, app, 11.5);
  await untilState(app, (state) => noticesOf(state).includes('copies-at-risk'));
  rmSync(scene.copiesFolder);
  mkdirSync(scene.copiesFolder);
  await later(scene, app, 0.5);
  const saved = await untilState(app, (state) => isSaved(state) && !noticesOf(state).includes('copies-at-risk'));
  expect(saved.documents[0]?.saveProblem).toBeNull();
  await expectSame(scene, documentId, copies());
});

/** An empty list proves nothing: each document is asked for twice, by checks a quarter of an hour apart. */
async function untilGone(scene: Scene, app: AppProcess, count: number): Promise<Shown> {
  let state = await app.shown();
  const gone = () => state.documents.filter(({ goneAt }) => goneAt !== null).length;
  const isGone = async () => {
    state = await later(scene, app, 1 / 96);
    return gone() === count;
  };
  await until(isGone, () => JSON.stringify(state.documents), gone);
  return state;
}

test('what was deleted before it could be saved is told, and stays in the list', async () => {
  const { scene, begin } = await prepare();
  const { documentId } = await scene.addElsewhere({ name: 'Lease.pdf', status: 'signed' });
  await scene.addElsewhere({ name: 'Offer.pdf', status: 'in-progress', daysAgo: 20 });
  block(scene);
  const first = await begin();
  await untilState(first, ({ documents }) => documents.some(({ saveProblem }) => saveProblem !== null));
  await first.kill();
  await scene.quiet();
  scene.clock.turn(40 * DAY);
  const app = await begin();
  await comeToRest(scene, app);
  const state = await untilGone(scene, app, 2);
  expect(state.documents.map(({ id, name, saved }) => [id === documentId, name, saved])).toEqual(
    expect.arrayContaining([
      [true, 'Lease.pdf', null],
      [false, 'Offer.pdf', null],
    ]),
  );
  await untilState(app, (now) => noticesOf(now).includes('copies-lost'));
});

const noticeOf = ({ notices }: Shown, key: string) => notices.find((notice) => notice.key === key);

test('started on day 15, the app says what was lost and until when it could have been saved', async () => {
  const { scene, begin } = await prepare();
  const seenSigned = await scene.addElsewhere({ name: 'Lease.pdf', status: 'signed' });
  const running = await scene.addElsewhere({ name: 'Offer.pdf', status: 'in-progress' });
  block(scene);
  const first = await begin();
  await untilState(first, ({ documents }) => documents.some(({ saveProblem }) => saveProblem !== null));
  await first.kill();
  await scene.quiet();
  await sign(scene, running.documentId);
  scene.clock.turn(15 * DAY);
  const app = await begin();
  await comeToRest(scene, app);
  const state = await untilGone(scene, app, 2);
  const told = await untilState(app, (now) => noticeOf(now, 'copies-lost-perhaps') !== undefined);
  const signedAt = scene.appNow() - 15 * DAY;
  const { count, until: savable } = noticeOf(told, 'copies-lost')?.params ?? {};
  expect(count).toBe(1);
  expect(Math.abs(Number(savable) - (signedAt + 14 * DAY))).toBeLessThan(DAY / 4);
  // Nobody saw it signed: it could have been saved at any time before we learned that it is gone.
  expect(noticeOf(told, 'copies-lost-perhaps')?.params).toEqual({
    count: 1,
    names: 'Offer.pdf',
    connection: expect.any(String),
    until: state.documents.find(({ id }) => id === running.documentId)?.goneAt,
  });
  expect(state.documents.map(({ id }) => id)).toContain(seenSigned.documentId);
  expect(breaches(scene)).toEqual([]);
});

test('drafts and running documents say when they end, and what is saved is in no danger', async () => {
  const { scene, begin, copies } = await prepare();
  const draft = await scene.addElsewhere({ name: 'Draft.pdf', status: 'draft' });
  const running = await scene.addElsewhere({ name: 'Running.pdf', status: 'in-progress' });
  const signed = await scene.addElsewhere({ name: 'Signed.pdf', status: 'signed' });
  const app = await begin();
  const at = (document: { readonly statusChangedAt: number }, days: number) => document.statusChangedAt + days * DAY;
  const isRead = ({ documents }: Shown) =>
    documents.every(({ id, signees }) => id === draft.documentId || signees !== null);
  const state = await untilState(app, (now) => isSaved(now) && isRead(now));
  const dueOf = ({ documentId }: { readonly documentId: string }) =>
    state.documents.find(({ id }) => id === documentId)?.due;
  // Nobody has read the details of a draft: it was made before we first saw it.
  expect(dueOf(draft)).toMatchObject({ what: 'deleted', bound: 'latest' });
  expect(Number(dueOf(draft)?.at) - at(draft, 7)).toBeLessThan(DAY / 24);
  expect(dueOf(running)).toEqual({ what: 'withdrawn', at: at(running, 30), bound: 'exact' });
  expect(dueOf(signed)).toEqual({ what: 'deleted', at: at(signed, 14), bound: 'exact' });
  for (const days of [6, 5, 2]) await later(scene, app, days);
  const close = await untilState(app, ({ documents }) =>
    documents.some(({ id, goneAt }) => id === draft.documentId && goneAt !== null),
  );
  expect([noticesOf(close), copies().length]).toEqual([[], 1]);
});

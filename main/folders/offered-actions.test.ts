import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SigneeScan } from '../hand-over/signee-scan.ts';
import { noWishes } from '../hand-over/testing/no-wishes.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const byFields = { ...profile, choices: { ...profile.choices, scanPredefined: true } };

type App = Awaited<ReturnType<FolderWorld['begin']>>;

const rowOf = (app: App, id: string, wanted: string) =>
  app.folders.files(id, 'all').files.find(({ key }) => key === wanted);

/** A document of the folder that was withdrawn. */
async function withdrawn(patch: Parameters<FolderWorld['begin']>[0] = {}) {
  world.put('Contract.pdf');
  const app = await world.begin(patch);
  const id = await app.add();
  await app.pass(A_WHILE);
  app.endsAs('withdrawn');
  await app.pass(A_WHILE);
  return { app, id, act: (action: 'send-anyway' | 'release') => app.act({ id, key: 'Contract.pdf', action }) };
}

/** Another computer says that it took the content. */
function claim(sha256: string): void {
  const said = { computer: 'computer-2', name: 'PC-2', user: 'beat', at: 1, file: 'Contract.pdf', sha256 };
  const path = world.path(`.countersign/claims/${sha256}.claim`);
  writeFileSync(path, JSON.stringify({ ...said, taken: true, copy: false }));
}

test('what another computer took is released before it can be sent anyway, whatever the verdict says', async () => {
  const { app, id, act } = await withdrawn();
  await app.end();
  claim(world.sha256('Contract.pdf'));
  const again = await world.begin();
  await again.pass(A_WHILE);
  const row = () => rowOf(again, id, 'Contract.pdf');
  expect(row()).toMatchObject({ verdict: 'stopped', claimedBy: 'PC-2 (beat)', actions: ['release', 'aside'] });
  expect(await again.act({ id, key: 'Contract.pdf', action: 'release' })).toEqual({ ok: true });
  await again.pass(A_WHILE);
  expect(row()).toMatchObject({ verdict: 'stopped', claimedBy: '', actions: ['send-anyway', 'aside'] });
  expect(await again.act({ id, key: 'Contract.pdf', action: 'send-anyway' })).toEqual({ ok: true });
  expect(world.submissions()).toHaveLength(2);
  await again.end();
  expect(await act('release')).toMatchObject({ ok: false });
});

test('with another account the folder is corrected first', async () => {
  const { app, id, act } = await withdrawn();
  const { connections } = app.state.get();
  app.state.publish({ connections: connections.map((one) => ({ ...one, username: 'another' })) });
  await app.pass(A_WHILE);
  expect(rowOf(app, id, 'Contract.pdf')?.actions).toEqual(['change-folder', 'aside']);
  expect(await act('send-anyway')).toMatchObject({ ok: false, problem: { key: 'other-account' } });
  await app.end();
});

test('nothing goes to the service for an account that the folder does not send for', async () => {
  const asked: string[] = [];
  const patch = {
    profilesOf: () => structuredClone([byFields]),
    async findSignees(_connection: string, { name }: { readonly name: string }): Promise<SigneeScan> {
      asked.push(name);
      return { kind: 'found', signees: [], asks: noWishes };
    },
  };
  const { app, id } = await withdrawn(patch);
  await app.end();
  const again = await world.begin(patch);
  await again.pass(A_WHILE);
  const { connections } = again.state.get();
  again.state.publish({ connections: connections.map((one) => ({ ...one, username: 'another' })) });
  await again.pass(A_WHILE);
  asked.length = 0;
  const act = () => again.act({ id, key: 'Contract.pdf', action: 'send-anyway' });
  expect(await act()).toMatchObject({ ok: false, problem: { key: 'other-account' } });
  expect(asked).toEqual([]);
  again.state.publish({ connections });
  await again.pass(A_WHILE);
  expect(await act()).toEqual({ ok: true });
  expect(asked).toEqual(['Contract.pdf']);
  await again.end();
});

test('an answer that the window does not offer is refused, and the file stays', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(rowOf(app, id, 'Contract.pdf')).toMatchObject({ verdict: 'under-way', actions: [] });
  // oxlint-disable-next-line no-await-in-loop -- one answer after the other
  for (const action of ['aside', 'release', 'send-anyway'] as const)
    expect(await app.act({ id, key: 'Contract.pdf', action })).toMatchObject({ ok: false });
  expect(world.tree()).toEqual(['Contract.pdf']);
  await app.end();
});

test('a folder that is away says that it is paused, and can be resumed', async () => {
  const { app, id } = await withdrawn();
  renameSync(world.root, join(world.home, 'Away'));
  await app.pass(10 * 60_000);
  expect(app.view(id)).toMatchObject({ status: 'unreachable', isPaused: false });
  expect(app.folders.pause(id, 'always')).toEqual({ ok: true });
  await app.pass(A_WHILE);
  expect(app.view(id)).toMatchObject({ status: 'unreachable', isPaused: true });
  app.folders.pause(id, 'resume');
  await app.pass(A_WHILE);
  expect(app.view(id)?.isPaused).toBe(false);
  await app.end();
});

test('an answer about a file of a folder that has gone meanwhile says so, and is no bug', async () => {
  const { app, act } = await withdrawn();
  const { sha256 } = world;
  claim(sha256('Contract.pdf'));
  renameSync(world.root, join(world.home, 'Away'));
  expect(await act('send-anyway')).toMatchObject({ ok: false, problem: { key: 'folder-unreachable' } });
  mkdirSync(world.root);
  await app.end();
});

describe('a file that was set aside before the service was asked for its people', () => {
  const found: SigneeScan = { kind: 'found', signees: [], asks: noWishes };
  const stronger: SigneeScan = { kind: 'found', signees: [], asks: { ...noWishes, mode: 'qualified' } };
  const offline: SigneeScan = {
    kind: 'failed',
    problem: { key: 'unreachable', params: { host: 'sign.example' } },
    forAll: false,
    waitMs: 60_000,
  };

  async function aside() {
    world.put('Lease.pdf');
    const asked: string[] = [];
    let answer: () => SigneeScan | Promise<SigneeScan> = () => stronger;
    const app = await world.begin({
      profilesOf: () => structuredClone([byFields]),
      async findSignees(_connection, { name }) {
        asked.push(name);
        return answer();
      },
    });
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(await app.act({ id, key: 'Lease.pdf', action: 'aside' })).toEqual({ ok: true });
    await app.pass(A_WHILE);
    asked.length = 0;
    const key = 'Needs attention/Lease.pdf';
    expect(rowOf(app, id, key)?.actions).toContain('send-anyway');
    return {
      ...app,
      id,
      asked,
      answers: (next: typeof answer) => void (answer = next),
      sendAnyway: () => app.act({ id, key, action: 'send-anyway' }),
    };
  }

  test('is not sent with a weaker signature than it asks for', async () => {
    const app = await aside();
    expect(await app.sendAnyway()).toMatchObject({ ok: false, problem: { key: 'asks-stronger' } });
    expect(world.submissions()).toEqual([]);
    await app.end();
  });

  test('is asked about at each answer until the service can be reached', async () => {
    const app = await aside();
    app.answers(() => offline);
    expect(await app.sendAnyway()).toMatchObject({ ok: false, problem: { key: 'unreachable' } });
    app.answers(() => found);
    await app.pass(A_WHILE);
    expect(await app.sendAnyway()).toEqual({ ok: true });
    expect(world.submissions().map(({ goal }) => goal)).toEqual(['send']);
    await app.end();
  });

  test('is only prepared, or looked at anew, where the folder was changed while the service was asked', async () => {
    const app = await aside();
    const rule = app.view(app.id)?.rule;
    if (rule === undefined) throw new Error('The folder is not shown.');
    app.answers(async () => {
      await app.folders.save(app.id, { ...rule, goal: 'hold' }, true);
      return found;
    });
    expect(await app.sendAnyway()).toMatchObject({ ok: false, problem: { key: 'shown-changed' } });
    expect(world.submissions()).toEqual([]);
    await app.end();
  });
});

test('the folder is not to be changed for a document whose profile its sub-folder chooses', async () => {
  const choices = { ...profile.choices, scanPredefined: true };
  const profiles = [
    { ...profile, choices },
    { ...profile, id: 'offers', name: 'Offers', isDefault: false, choices },
  ];
  world.put('Lease.pdf');
  world.put('Offers/Plan.pdf');
  const app = await world.begin({
    profilesOf: () => profiles,
    findSignees: async () => ({ kind: 'found', signees: [], asks: { ...noWishes, mode: 'qualified' } }),
  });
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(rowOf(app, id, 'Lease.pdf')).toMatchObject({ verdict: 'asks-more', actions: ['change-folder', 'aside'] });
  expect(rowOf(app, id, 'Offers/Plan.pdf')).toMatchObject({ verdict: 'asks-more', actions: ['aside'] });
  await app.end();
});

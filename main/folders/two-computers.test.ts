import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { createClaims } from './claims.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

type App = Awaited<ReturnType<FolderWorld['begin']>>;

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

/** A second computer that watches the same folder, with a journal of its own. */
async function anotherComputer() {
  const there = outboxFolder();
  there.journal.connections.save(world.connection, 1);
  const outbox = there.open();
  await outbox.ready;
  const app = await world.begin({ journal: there.journal, outbox }, { id: 'computer-2', name: 'PC-2', user: 'beat' });
  const names = () =>
    there.journal.pages.page({ connectionId: world.connection.id, limit: 100 }).rows.map(({ wish }) => wish.file.name);
  return { app, names, [Symbol.asyncDispose]: () => there[Symbol.asyncDispose]() };
}

/** Takes a document on this computer, and saves its signed copy at this path. The app goes on. */
async function saveCopy(path: string): Promise<App> {
  world.put('Contract.pdf');
  const app = await world.begin();
  await app.add();
  await app.pass(A_WHILE);
  const [submission] = world.submissions();
  if (submission === undefined) throw new Error('There is no submission.');
  app.folders.submissionChanged(world.become(submission, { stage: { kind: 'done', as: 'started' }, documentId: 'd1' }));
  await app.pass(A_WHILE);
  mkdirSync(join(path, '..'), { recursive: true });
  const content = pdfOf('% Contract, signed');
  const sha256 = createHash('sha256').update(content).digest('hex');
  writeFileSync(path, content);
  const copy = { connectionId: world.connection.id, documentId: 'd1', path, sha256, size: content.length, at: 1 };
  world.here.journal.savedCopies.add(copy);
  app.folders.copySaved(world.connection.id, 'd1', path);
  await app.pass(A_WHILE);
  return app;
}

/** The other computer takes a new document of the folder, and not the copy. */
async function othersTake(): Promise<void> {
  await using other = await anotherComputer();
  await other.app.add();
  world.put('Plan.pdf');
  await other.app.pass(A_WHILE);
  expect(other.names()).toEqual(['Plan.pdf']);
  expect(world.exists(`.countersign/claims/${world.sha256('Contract (signed).pdf')}.claim`)).toBe(true);
  await other.app.end();
}

describe('a signed copy that one computer saved', () => {
  test.each([
    ['in the folder', () => world.path('Signed/Contract.pdf')],
    ['elsewhere', () => join(world.connection.savedCopies, 'Contract.pdf')],
  ])('%s and a person drops into the folder is not taken by another computer', async (_where, placeOf) => {
    const app = await saveCopy(placeOf());
    await app.end();
    copyFileSync(placeOf(), world.path('Contract (signed).pdf'));
    await othersTake();
  });

  test('goes when a person says so, and the other computer says by whom', async () => {
    const app = await saveCopy(world.path('Contract (signed).pdf'));
    await app.pass(A_WHILE);
    const [folder] = app.state.get().folders;
    const id = folder?.id ?? '';
    const key = 'Contract (signed).pdf';
    expect(app.shown(id)).toContain(`${key}: signed-copy`);
    expect(await app.act({ id, key, action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.names()).toContain(key);
    await app.end();
    await using other = await anotherComputer();
    const theirs = await other.app.add();
    await other.app.pass(A_WHILE);
    expect(other.names()).toEqual([]);
    expect(other.app.shown(theirs)).toContain(`${key}: claimed`);
    await other.app.end();
  });

  test('while the folder was away is not taken by another computer, once this one has seen it there', async () => {
    const place = join(world.connection.savedCopies, 'Contract.pdf');
    const app = await saveCopy(place);
    // The drive was away when the copy was saved.
    rmSync(world.path('.countersign/claims'), { recursive: true });
    copyFileSync(place, world.path('Contract (signed).pdf'));
    await app.pass(6 * 60_000);
    await app.end();
    await othersTake();
  });
});

describe('a document that lies in two folders, which two computers watch', () => {
  const post = () => join(world.home, 'Post');

  /** Adds the second folder. */
  async function addPost({ folders, view }: App): Promise<string> {
    mkdirSync(post(), { recursive: true });
    const preview = await folders.preview(post());
    const rule = preview.ok ? view(preview.id)?.rule : undefined;
    if (!preview.ok || !rule) throw new Error(JSON.stringify(preview));
    const saved = await folders.save(preview.id, rule, true);
    if (!saved.ok) throw new Error(JSON.stringify(saved));
    await folders.idle();
    return saved.id;
  }

  async function twoComputers(wrapTake?: Parameters<FolderWorld['begin']>[2]) {
    const app = await world.begin({}, {}, wrapTake);
    const inbox = await app.add();
    const ownPost = await addPost(app);
    const other = await anotherComputer();
    await other.app.add();
    const otherPost = await addPost(other.app);
    // Each folder of the first one looks around again.
    await app.pass(6 * 60_000);
    return {
      app,
      inbox,
      ownPost,
      other,
      otherPost,
      async [Symbol.asyncDispose]() {
        await app.end();
        await other.app.end();
        await other[Symbol.asyncDispose]();
      },
    };
  }
  const inPost = (name: string) => copyFileSync(world.path(name), join(post(), name));
  const claimsOn = (sha256: string) =>
    [world.root, post()].map((root) => join(root, `.countersign/claims/${sha256}.claim`));
  const both = ({ app, other }: { app: App; other: { app: App } }, ms: number) =>
    Promise.all([app.pass(ms), other.app.pass(ms)]);

  test('is taken by the one that was first, and the other one says by whom; once released, a person is asked', async () => {
    await using two = await twoComputers();
    world.put('Contract.pdf');
    await two.app.pass(A_WHILE);
    inPost('Contract.pdf');
    await two.other.app.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf']);
    expect(two.other.names()).toEqual([]);
    expect(two.other.app.folders.files(two.otherPost, 'all').files).toMatchObject([
      { verdict: 'claimed', who: 'PC-1 (anna)', actions: ['release'] },
    ]);
    const key = 'Contract.pdf';
    expect(await two.other.app.act({ id: two.otherPost, key, action: 'release' })).toEqual({ ok: true });
    await two.other.app.pass(A_WHILE);
    expect(two.other.app.shown(two.otherPost)).toEqual(['Contract.pdf: maybe-sent']);
    expect(two.other.names()).toEqual([]);
    expect(await two.other.app.act({ id: two.otherPost, key, action: 'send-anyway' })).toEqual({ ok: true });
    expect(two.other.names()).toEqual(['Contract.pdf']);
  });

  test('is asked about also where only a sibling knew that the other one took it', async () => {
    await using two = await twoComputers();
    world.put('Contract.pdf');
    await two.app.pass(A_WHILE);
    const sha256 = world.sha256('Contract.pdf');
    inPost('Contract.pdf');
    rmSync(join(post(), `.countersign/claims/${sha256}.claim`));
    await two.other.app.pass(A_WHILE);
    await two.other.app.act({ id: two.otherPost, key: 'Contract.pdf', action: 'release' });
    await two.other.app.pass(A_WHILE);
    expect(two.other.app.shown(two.otherPost)).toEqual(['Contract.pdf: maybe-sent']);
    expect(two.other.names()).toEqual([]);
  });

  test('is a signed copy in both, also after a person sent it from one of them anyway and withdrew it', async () => {
    await using two = await twoComputers();
    world.put('Contract.pdf');
    const sha256 = world.sha256('Contract.pdf');
    const third = createClaims(world.root, { id: 'computer-3', name: 'PC-3', user: '' }, () => 7);
    await third.noteCopy(sha256, 'Contract.pdf');
    await two.app.pass(A_WHILE);
    expect(await two.app.act({ id: two.inbox, key: 'Contract.pdf', action: 'send-anyway' })).toEqual({ ok: true });
    two.app.endsAs('withdrawn');
    inPost('Contract.pdf');
    await two.app.pass(A_WHILE);
    expect(two.app.shown(two.ownPost)).toEqual(['Contract.pdf: signed-copy']);
    expect(world.submissions()).toHaveLength(1);
  });

  test('stays with a third one that claimed it in a sibling, also when the claim that is shown is released', async () => {
    await using two = await twoComputers();
    world.put('Contract.pdf');
    await two.app.pass(A_WHILE);
    const sha256 = world.sha256('Contract.pdf');
    rmSync(world.path(`.countersign/claims/${sha256}.claim`));
    const third = createClaims(world.root, { id: 'computer-3', name: 'PC-3', user: '' }, () => 7);
    await third.claim(sha256, 'Contract.pdf');
    inPost('Contract.pdf');
    await two.other.app.pass(A_WHILE);
    const shown = () => two.other.app.folders.files(two.otherPost, 'all').files;
    expect(shown()).toMatchObject([{ claimedBy: 'PC-1 (anna)' }]);
    const release = { id: two.otherPost, key: 'Contract.pdf', action: 'release' } as const;
    expect(await two.other.app.act(release)).toEqual({ ok: true });
    await two.other.app.pass(A_WHILE);
    expect(shown()).toMatchObject([{ claimedBy: 'PC-3' }]);
    expect(await third.look(sha256)).toMatchObject({ kind: 'own' });
  });

  test('is taken once when both see it at the same time', async () => {
    await using two = await twoComputers();
    const names = Array.from({ length: 40 }, (_none, number) => `${number}.pdf`);
    for (const name of names) {
      world.put(name);
      inPost(name);
    }
    await both(two, A_WHILE);
    await both(two, 10 * 60_000);
    expect([...world.names(), ...two.other.names()].toSorted()).toEqual(names.toSorted());
    expect(world.faults).toEqual([]);
  });

  test('and that one folder takes while the other one still copies it is not left to the other computer', async () => {
    const inboxCopies = Promise.withResolvers<void>();
    const postTook = Promise.withResolvers<void>();
    await using two = await twoComputers((take) => async (offers, report) => {
      if (offers.some(({ path }) => path.startsWith(world.root))) {
        inboxCopies.resolve();
        await postTook.promise;
      }
      await take(offers, report);
    });
    const { app, inbox, ownPost, other } = two;
    app.folders.pauseAll('always');
    world.put('Contract.pdf');
    inPost('Contract.pdf');
    const claims = claimsOn(world.sha256('Contract.pdf'));
    await app.pass(A_WHILE);
    app.folders.pause(inbox, 'resume');
    await inboxCopies.promise;
    app.folders.pause(ownPost, 'resume');
    const areTaken = () => claims.every((claim) => readFileSync(claim, 'utf8').includes('"taken":true'));
    try {
      await expect.poll(areTaken, { timeout: 60_000 }).toBe(true);
    } finally {
      // Or the app could not end.
      postTook.resolve();
    }
    await app.folders.idle();
    await other.app.pass(10 * 60_000);
    expect(world.names()).toEqual(['Contract.pdf']);
    expect(other.names()).toEqual([]);
    expect(claims.map((claim) => existsSync(claim))).toEqual([true, true]);
  });

  test('is taken from the one that is there while the other folder is away', async () => {
    await using two = await twoComputers();
    renameSync(post(), join(world.home, 'Away'));
    world.put('Contract.pdf');
    await two.app.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf']);
    renameSync(join(world.home, 'Away'), post());
    inPost('Contract.pdf');
    await two.other.app.pass(10 * 60_000);
    expect(two.other.names()).toEqual([]);
  });
});

describe('a PDF that is signed already', () => {
  const signature = '9 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>\nendobj';

  test('is only prepared by a folder that sends', async () => {
    writeFileSync(world.path('Signed.pdf'), pdfOf(signature));
    world.put('Plan.pdf');
    const app = await world.begin();
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    const goals = Object.fromEntries(world.submissions().map(({ wish, goal }) => [wish.file.name, goal]));
    expect(goals).toEqual({ 'Plan.pdf': 'send', 'Signed.pdf': 'hold' });
    await app.end();
  });
});

import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClaims } from './claims.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const claimsFolder = () => world.path('.countersign/claims');

describe('a folder that another computer watches', () => {
  test('says so, and leaves alone what the other has taken, under any name, until a person releases it', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    const other = createClaims(world.root, { id: 'computer-2', name: 'PC-2', user: 'beat' }, () => 7);
    await other.claim(world.sha256('Contract.pdf'), 'Another name.pdf');
    await app.pass(A_WHILE);
    expect(app.folders.files(id, 'all').files).toMatchObject([
      { verdict: 'claimed', who: 'PC-2 (beat)', at: 7, actions: ['release'] },
    ]);
    expect(world.submissions()).toEqual([]);
    expect(app.view(id)?.needsYou).toBe(0);
    app.time.set(25 * 60 * 60_000);
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: claimed-long']);
    expect(app.view(id)?.needsYou).toBe(1);
    expect(await app.act({ id, key: 'Contract.pdf', action: 'release' })).toEqual({ ok: true });
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('leaves alone what the other one released and took while this computer slept between claim and commit', async () => {
    world.put('Contract.pdf');
    const sha256 = world.sha256('Contract.pdf');
    const other = createClaims(world.root, { id: 'computer-2', name: 'PC-2', user: 'beat' }, () => 7);
    const app = await world.begin({}, {}, (take) => async (offers, report) => {
      await other.release(sha256);
      await other.claim(sha256, 'Contract.pdf');
      await other.noteTaken(sha256, 'Contract.pdf');
      await take(offers, report);
    });
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions()).toEqual([]);
    expect(app.shown(id)).toEqual(['Contract.pdf: claimed']);
    expect(await other.look(sha256)).toMatchObject({ kind: 'own', taken: true });
    await app.end();
  });

  test('keeps a claim that another one made since the window showed an older one', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    const sha256 = world.sha256('Contract.pdf');
    const claimsOf = (name: string, at: number) => createClaims(world.root, { id: name, name, user: '' }, () => at);
    await claimsOf('GONE-PC', 7).claim(sha256, 'Contract.pdf');
    app.time.set(25 * 60 * 60_000);
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: claimed-long']);
    await claimsOf('GONE-PC', 7).release(sha256);
    await claimsOf('COLLEAGUE-PC', app.time.clock.now()).claim(sha256, 'Contract.pdf');
    const release = () => app.act({ id, key: 'Contract.pdf', action: 'release' });
    expect(await release()).toMatchObject({ ok: false, problem: { key: 'shown-changed' } });
    expect(app.folders.files(id, 'all').files).toMatchObject([{ verdict: 'claimed', who: 'COLLEAGUE-PC' }]);
    await app.pass(10 * 60_000);
    expect(world.submissions()).toEqual([]);
    expect(await release()).toEqual({ ok: true });
    await app.end();
  });
});

describe('a document that another computer took and that stays in the folder', () => {
  test('calls nobody however long ago that was, and a person who releases it is asked before it goes', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add({ originals: 'keep' });
    const sha256 = world.sha256('Contract.pdf');
    const other = createClaims(world.root, { id: 'computer-2', name: 'PC-2', user: 'beat' }, () => 7);
    await other.claim(sha256, 'Contract.pdf');
    await other.noteTaken(sha256, 'Contract.pdf');
    app.time.set(25 * 60 * 60_000);
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: claimed']);
    expect(app.view(id)?.needsYou).toBe(0);
    expect(await app.act({ id, key: 'Contract.pdf', action: 'release' })).toEqual({ ok: true });
    await app.pass(A_WHILE);
    expect(app.folders.files(id, 'all').files).toMatchObject([{ verdict: 'maybe-sent', at: 7 }]);
    expect(world.submissions()).toEqual([]);
    expect(await app.act({ id, key: 'Contract.pdf', action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

describe('after a crash', () => {
  test('between claim and journal, the file is taken once by the same computer', async () => {
    world.put('Contract.pdf');
    let app = await world.begin();
    const id = await app.add();
    await app.end();
    await createClaims(world.root, { id: 'computer-1', name: 'PC-1', user: 'anna' }, () => 7).claim(
      world.sha256('Contract.pdf'),
      'Contract.pdf',
    );
    app = await world.begin();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: under-way']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('between the journal and the claim, the claim says later that the file was taken', async () => {
    world.put('Contract.pdf');
    let app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    await app.end();
    const claim = join(claimsFolder(), `${world.sha256('Contract.pdf')}.claim`);
    writeFileSync(claim, readFileSync(claim, 'utf8').replace('"taken":true', '"taken":false'));
    app = await world.begin();
    await app.pass(A_WHILE);
    expect(readFileSync(claim, 'utf8')).toContain('"taken":true');
    await app.end();
  });

  test('that lost the journal, files taken before wait for a person; and so they do with an older journal', async () => {
    world.put('Contract.pdf');
    let app = await world.begin();
    const id = await app.add();
    await app.end();
    const claims = createClaims(world.root, { id: 'computer-1', name: 'PC-1', user: 'anna' }, () => 7);
    await claims.claim(world.sha256('Contract.pdf'), 'Contract.pdf');
    app = await world.begin({ isJournalTrusted: false });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: maybe-sent']);
    await app.end();
    await claims.noteTaken(world.sha256('Contract.pdf'), 'Contract.pdf');
    app = await world.begin();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: maybe-sent']);
    expect(world.submissions()).toEqual([]);
    expect(await app.act({ id, key: 'Contract.pdf', action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('a file that was sent but not yet moved is moved, and not sent again', async () => {
    world.put('Contract.pdf');
    let app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    await app.end();
    const [submission] = world.submissions();
    if (submission) world.become(submission, { stage: { kind: 'done', as: 'started' } });
    // The app ended between the two names of the move.
    mkdirSync(world.path('Sent'));
    linkSync(world.path('Contract.pdf'), world.path('Sent/Contract.pdf'));
    app = await world.begin();
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Sent/Contract.pdf']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

describe('a folder that goes away', () => {
  test('is paused and not emptied, and goes on with the same files when it is back', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    renameSync(world.root, `${world.root} away`);
    await app.pass(60_000);
    expect(app.view(id)).toMatchObject({ status: 'unreachable', counts: { 'under-way': 1 } });
    // An unmounted drive leaves an empty folder in its place.
    mkdirSync(world.root);
    await app.pass(60_000);
    expect(app.view(id)?.status).toBe('unreachable');
    expect(readdirSync(world.root)).toEqual([]);
    rmSync(world.root, { recursive: true });
    renameSync(`${world.root} away`, world.root);
    world.put('Next.pdf');
    await app.pass(60_000);
    expect(app.view(id)?.status).toBe('watching');
    expect(world.names()).toEqual(['Contract.pdf', 'Next.pdf']);
    await app.end();
  });

  test('and comes back as another one is asked about, and nothing in it is touched before', async () => {
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    rmSync(world.root, { recursive: true });
    mkdirSync(world.root);
    world.put('Private.pdf');
    await app.pass(5 * 60_000);
    expect(app.view(id)?.status).toBe('replaced');
    expect(world.submissions()).toEqual([]);
    expect(readdirSync(world.root)).toEqual(['Private.pdf']);
    const rule = app.view(id)?.rule;
    if (!rule) throw new Error('The folder is not shown.');
    expect(await app.folders.accept(id)).toEqual({ ok: true });
    await app.pass(A_WHILE);
    expect(readdirSync(world.root)).toEqual(['Private.pdf']);
    expect(await app.folders.save(id, rule, true)).toEqual({ ok: true, id });
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Private.pdf']);
    await app.end();
  });

  test('or cannot be written takes nothing', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    rmSync(claimsFolder(), { recursive: true });
    writeFileSync(claimsFolder(), 'a file in its place');
    await app.pass(60_000);
    expect(app.view(id)?.status).toBe('failed');
    expect(world.submissions()).toEqual([]);
    rmSync(claimsFolder());
    mkdirSync(claimsFolder());
    await app.pass(60_000);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

describe('the place of a folder', () => {
  test('is refused where the wrong files would be sent', async () => {
    const app = await world.begin();
    const keyOf = async (path: string) => {
      const answer = await app.folders.preview(path);
      return answer.ok ? 'ok' : answer.problem.key;
    };
    for (const name of ['data', 'data/inside', 'copies', 'free'])
      mkdirSync(join(world.home, name), { recursive: true });
    expect(await keyOf('/')).toBe('folder-whole-drive');
    expect(await keyOf(join(world.home, 'nowhere'))).toBe('folder-unreachable');
    expect(await keyOf(join(world.home, 'data/inside'))).toBe('folder-app-data');
    expect(await keyOf(world.home)).toBe('folder-app-data');
    expect(await keyOf(join(world.home, 'copies'))).toBe('folder-copies');
    expect(await keyOf(process.env['HOME'] ?? '/root')).toBe('folder-home');
    await app.add();
    mkdirSync(world.path('inside'));
    expect(await keyOf(world.path('inside'))).toBe('folder-overlaps');
    expect(await keyOf(join(world.home, 'free'))).toBe('ok');
    await app.end();
  });

  test('is told when signed copies would be saved in it, around it, or behind a link to it', async () => {
    const app = await world.begin();
    await app.add();
    mkdirSync(world.path('inside'));
    symlinkSync(world.path('inside'), join(world.home, 'link'));
    const at = (path: string) => app.folders.sending(path);
    expect(
      await Promise.all([world.root, world.path('inside/new'), world.home, join(world.home, 'link')].map(at)),
    ).toEqual(Array.from({ length: 4 }, () => world.root));
    expect(await at(join(world.home, 'copies'))).toBe(null);
    await app.end();
  });

  test('is not touched by a preview, which shows what would happen', async () => {
    world.put('Contract.pdf');
    writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
    const app = await world.begin();
    const preview = await app.folders.preview(world.root);
    const id = preview.ok ? preview.id : '';
    await app.pass(5 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: would-hold', 'Letter.pdf: not-a-document']);
    expect(readdirSync(world.root).toSorted()).toEqual(['Contract.pdf', 'Letter.pdf']);
    expect(world.here.journal.folders.of(world.connection.id)).toEqual([]);
    expect(await app.folders.remove(id)).toEqual({ ok: true });
    expect(app.view(id)).toBe(undefined);
    await app.end();
    expect(readFileSync(world.path('Letter.pdf'), 'utf8')).toBe('Dear aunt');
  });
});

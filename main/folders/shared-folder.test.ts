import {
  existsSync,
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
import { unhurried } from '../time/slices.ts';
import { createClaims } from './claims.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const claimsFolder = () => world.path('.countersign/claims');

describe('claims', () => {
  const computer = (id: string) => ({ id, name: `PC-${id}`, user: 'anna' });
  const claimsOf = (id: string) => createClaims(world.root, computer(id), () => 7);

  test('of fifty computers at once, one wins', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const all = Array.from({ length: 50 }, (_none, at) => claimsOf(String(at)));
    const won = await Promise.all(all.map((claims) => claims.claim('ab', 'a.pdf')));
    expect(won.filter((one) => one === 'new')).toHaveLength(1);
    expect(won.filter((one) => one === 'other')).toHaveLength(49);
    expect(readdirSync(claimsFolder())).toEqual(['ab.claim']);
    const winner = String(won.indexOf('new'));
    expect(await claimsOf('x').look('ab')).toEqual({ kind: 'other', by: `PC-${winner} (anna)`, at: 7, isOld: false });
    expect(await claimsOf(winner).claim('ab', 'a.pdf')).toBe('own');
    expect(await claimsOf(winner).look('ab')).toEqual({ kind: 'own', taken: false, at: 7 });
    await claimsOf(winner).noteTaken('ab', 'a.pdf');
    expect(await claimsOf(winner).look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
  });

  test('a copy that is saved while its file is given up stays told', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const claims = claimsOf('1');
    const contents = Array.from({ length: 200 }, (_none, at) => `content${at}`);
    const ends = contents.map(async (sha256, at) => {
      await claims.claim(sha256, 'a.pdf');
      const release = () => claims.release(sha256);
      const note = () => claims.noteCopy(sha256, 'a.pdf');
      await Promise.all((at % 2 === 0 ? [release, note] : [note, release]).map((act) => act()));
      return (await claims.look(sha256)).kind;
    });
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['copy']));
  });

  test('of a copy that a person takes say by whom, before anything is sent, and are a copy again if nothing was', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = [claimsOf('1'), claimsOf('2')];
    await own.noteCopy('ab', 'a.pdf');
    expect(await other.claim('ab', 'a.pdf')).toBe('copy');
    expect(await other.takeCopy('ab')).toBe(true);
    expect(await own.takeCopy('ab')).toBe(false);
    await own.giveBack('ab');
    expect(await own.look('ab')).toMatchObject({ kind: 'other', by: 'PC-2 (anna)' });
    expect(await own.claim('ab', 'a.pdf')).toBe('other');
    await other.giveBack('ab');
    expect(await own.look('ab')).toMatchObject({ kind: 'copy' });
  });

  test('that two turns of one computer hold are given back by the last one, and not if one of them took the content', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const claims = claimsOf('1');
    const kind = async () => (await claims.look('ab')).kind;
    expect([await claims.claim('ab', 'a.pdf'), await claims.claim('ab', 'a.pdf')]).toEqual(['new', 'own']);
    await claims.giveBack('ab');
    expect(await kind()).toBe('own');
    await claims.giveBack('ab');
    expect(await kind()).toBe('none');
    // One has taken it, and notes it before or after the other one gives it back.
    const steps = [() => claims.noteTaken('ab', 'a.pdf'), () => claims.giveBack('ab')];
    for await (const order of unhurried([steps, steps.toReversed()])) {
      await claims.claim('ab', 'a.pdf');
      await claims.claim('ab', 'a.pdf');
      for await (const step of unhurried(order)) await step();
      expect(await claims.look('ab')).toMatchObject({ kind: 'own', taken: true });
      rmSync(join(claimsFolder(), 'ab.claim'));
    }
    await claims.noteCopy('ab', 'a.pdf');
    expect([await claims.takeCopy('ab'), await claims.takeCopy('ab')]).toEqual([true, true]);
    await claims.noteTaken('ab', 'a.pdf');
    await claims.giveBack('ab');
    expect(await kind()).toBe('own');
  });

  test('that cannot be read count as those of somebody else', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    for (const text of ['', '{', '{"computer":1}', 'x'.repeat(20_000)]) {
      writeFileSync(join(claimsFolder(), 'ab.claim'), text);
      // oxlint-disable-next-line no-await-in-loop
      expect(await claimsOf('1').look('ab')).toMatchObject({ kind: 'other' });
      // oxlint-disable-next-line no-await-in-loop
      expect(await claimsOf('1').claim('ab', 'a.pdf')).toBe('other');
    }
  });

  test('of ours that a crash left empty, where there are no links, are finished by what we meant', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    const [own, other] = ['1', '2'].map(claimsOf);
    await own?.claim('ab', 'a.pdf');
    // The app ended between the name and the content.
    renameSync(join(claimsFolder(), 'ab.claim'), join(claimsFolder(), 'ab.1.tmp'));
    writeFileSync(join(claimsFolder(), 'ab.claim'), '');
    expect(await other?.look('ab')).toMatchObject({ kind: 'other', by: '?' });
    expect(await own?.claim('ab', 'a.pdf')).toBe('own');
    expect(await other?.look('ab')).toMatchObject({ kind: 'other', by: 'PC-1 (anna)' });
    expect(readdirSync(claimsFolder())).toEqual(['ab.claim']);
  });

  test('are never made in a folder that is not there', async () => {
    await expect(claimsOf('1').claim('ab', 'a.pdf')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(world.path('.countersign'))).toBe(false);
  });

  test('that name another content change no other claim when they are released', async () => {
    mkdirSync(claimsFolder(), { recursive: true });
    await claimsOf('2').claim('ab', 'a.pdf');
    await claimsOf('2').noteTaken('ab', 'a.pdf');
    const text = readFileSync(join(claimsFolder(), 'ab.claim'), 'utf8');
    writeFileSync(join(claimsFolder(), 'ab.claim'), text.replace('"ab"', '"../ef"'));
    await claimsOf('1').release('ab');
    expect(await claimsOf('1').look('ab')).toEqual({ kind: 'own', taken: true, at: 7 });
    expect(readdirSync(world.path('.countersign'))).toEqual(['claims']);
  });
});

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

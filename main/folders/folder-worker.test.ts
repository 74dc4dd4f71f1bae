import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

describe('a watched folder', () => {
  test('takes each whole document once, on hold, and leaves it in sight until it is sent', async () => {
    world.put('Contract.pdf');
    world.put('Offers/Müller.pdf');
    writeFileSync(world.path('notes.txt'), 'Nothing to sign.');
    const app = await world.begin();
    const id = await app.add();
    expect(world.submissions()).toEqual([]);
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf', 'Müller.pdf']);
    expect(world.submissions().map(({ origin, goal, stage, account }) => [origin, goal, stage.kind, account])).toEqual([
      ['folder', 'hold', 'held', 'anna'],
      ['folder', 'hold', 'held', 'anna'],
    ]);
    expect(world.tree()).toEqual(['Contract.pdf', 'Offers/Müller.pdf', 'notes.txt']);
    expect(app.shown(id)).toEqual(['Contract.pdf: under-way', 'Offers/Müller.pdf: under-way']);
    await app.pass(10 * 60_000);
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  });

  test('takes a document while a file beside it grows and tells so all the time', async () => {
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    world.put('Contract.pdf');
    app.hearers.at(-1)?.hint('Contract.pdf');
    for (let ms = 0; ms < A_WHILE; ms += 50) {
      app.hearers.at(-1)?.hint('film.mp4');
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      await app.pass(50);
    }
    expect(world.names()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('moves the original and its sidecar to Sent when the document was sent, never over another file', async () => {
    world.put('Contract.pdf');
    writeFileSync(world.path('Contract.pdf.json'), JSON.stringify({ comment: 'By Friday' }));
    world.put('Sent/Contract.pdf', 'an older one');
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions()[0]?.wish.comment).toBe('By Friday');
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Sent/Contract (2).pdf', 'Sent/Contract (2).pdf.json', 'Sent/Contract.pdf']);
    expect(readFileSync(world.path('Sent/Contract.pdf')).equals(pdfOf('% an older one'))).toBe(true);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('that keeps originals never sends a file again, also after a restart and under another name', async () => {
    world.put('Contract.pdf');
    let app = await world.begin();
    const id = await app.add({ originals: 'keep' });
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: sent']);
    await app.end();
    renameSync(world.path('Contract.pdf'), world.path('Renamed.pdf'));
    app = await world.begin();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Renamed.pdf: sent']);
    rmSync(world.path('Renamed.pdf'));
    await app.pass(20 * 60_000);
    world.put('Again.pdf', 'Contract.pdf');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Again.pdf: duplicate']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

describe('a watched folder that does not just take a file', () => {
  test('moves known content to Duplicates, names the earlier one, and sends it when a person says so', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    world.put('Copy.pdf', 'Contract.pdf');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Contract.pdf', 'Duplicates/Copy.pdf', 'Duplicates/Copy.pdf.txt']);
    expect(readFileSync(world.path('Duplicates/Copy.pdf.txt'), 'utf8')).toContain('Copy.pdf: duplicate');
    const row = app.folders.files(id, 'all').files.find(({ key }) => key === 'Duplicates/Copy.pdf');
    expect(row).toMatchObject({ verdict: 'duplicate', who: 'Contract.pdf', actions: ['send-anyway'] });
    expect(await app.act({ id, key: 'Duplicates/Copy.pdf', action: 'send-anyway' })).toEqual({ ok: true });
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  });

  test('never takes a signed copy that this app saved, unless a person says so', async () => {
    world.put('Contract (signed).pdf');
    const sha256 = world.sha256('Contract (signed).pdf');
    const copy = { connectionId: 'another', documentId: 'd', path: '/elsewhere.pdf', size: 1, at: 7 };
    world.here.journal.savedCopies.add({ ...copy, sha256 });
    const app = await world.begin();
    const id = await app.add();
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Contract (signed).pdf: signed-copy']);
    expect(world.tree()).toEqual(['Contract (signed).pdf']);
    expect(world.submissions()).toEqual([]);
    expect(app.folders.files(id, 'needs-you').files).toMatchObject([{ at: 7, actions: ['send-anyway'] }]);
    const key = 'Contract (signed).pdf';
    expect(await app.act({ id, key, action: 'send-anyway' })).toEqual({ ok: true });
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('may send the content of a withdrawn document again, but never the same file by itself', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs('withdrawn');
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    expect(world.submissions()).toHaveLength(1);
    world.put('Once more.pdf', 'Contract.pdf');
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  });

  test('sets aside what cannot be sent, with the reason beside it, and tries it again when it is moved back', async () => {
    const content = world.put('Half.pdf');
    truncateSync(world.path('Half.pdf'), content.length - 20);
    writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Half.pdf: damaged', 'Letter.pdf: not-a-document']);
    expect(world.tree()).toEqual(['Half.pdf', 'Letter.pdf']);
    await app.pass(2 * 60_000);
    expect(world.tree()).toEqual([
      'Needs attention/Half.pdf',
      'Needs attention/Half.pdf.txt',
      'Needs attention/Letter.pdf',
      'Needs attention/Letter.pdf.txt',
    ]);
    rmSync(world.path('Needs attention/Half.pdf'));
    writeFileSync(world.path('Half.pdf'), content);
    await app.pass(2 * 60_000);
    expect(world.names()).toEqual(['Half.pdf']);
    expect(world.exists('Needs attention/Half.pdf.txt')).toBe(false);
    expect(world.exists('Needs attention/Letter.pdf.txt')).toBe(true);
    await app.end();
  });
});

describe('a file on its way into the folder', () => {
  test('is never taken half-written, however slowly it grows', async () => {
    const content = pdfOf('x'.repeat(4_000));
    const app = await world.begin();
    await app.add();
    for (let at = 0; at < content.length; at += 1_000) {
      appendFileSync(world.path('Slow.pdf'), content.subarray(at, at + 1_000));
      // oxlint-disable-next-line no-await-in-loop -- the writer pauses three times the quiet time
      await app.pass(15_000);
      if (at + 1_000 < content.length) expect(world.submissions()).toEqual([]);
    }
    await app.pass(A_WHILE);
    expect([...world.timesTaken()]).toEqual([[world.sha256('Slow.pdf'), 1]]);
    await app.end();
  });

  test('that was half-written when the app started waits for its end', async () => {
    const content = pdfOf('x'.repeat(4_000));
    writeFileSync(world.path('Slow.pdf'), content.subarray(0, 2_000));
    const app = await world.begin();
    await app.add();
    await app.pass(10_000);
    expect(world.submissions()).toEqual([]);
    writeFileSync(world.path('Slow.pdf'), content);
    await app.pass(A_WHILE);
    expect([...world.timesTaken()]).toEqual([[world.sha256('Slow.pdf'), 1]]);
    await app.end();
  });

  test('is not believed for its time: the clock of the server may be an hour off, and programs set times at the end', async () => {
    const content = world.put('Future.pdf');
    const future = new Date(Date.now() + 60 * 60_000);
    utimesSync(world.path('Future.pdf'), future, future);
    const app = await world.begin();
    await app.add();
    await app.pass(4_000);
    // The last byte came before; now only the time is set.
    utimesSync(world.path('Future.pdf'), new Date(1_000), new Date(1_000));
    await app.pass(4_000);
    expect(world.submissions()).toEqual([]);
    await app.pass(A_WHILE);
    expect([...world.timesTaken().values()]).toEqual([1]);
    expect(content.length).toBe(statSync(world.path('Future.pdf')).size);
    await app.end();
  });

  test('of zeros (preallocated), or empty for the length of a download, is not taken before it is whole', async () => {
    const content = pdfOf('whole');
    writeFileSync(world.path('Zeros.pdf'), Buffer.alloc(content.length));
    writeFileSync(world.path('Empty.pdf'), '');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Empty.pdf: writing', 'Zeros.pdf: not-a-document']);
    writeFileSync(world.path('Zeros.pdf'), content);
    writeFileSync(world.path('Empty.pdf'), pdfOf('another'));
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Empty.pdf', 'Zeros.pdf']);
    expect([...world.timesTaken().values()]).toEqual([1, 1]);
    await app.end();
  });
});

describe('what stands in the way', () => {
  test.each([
    ['a pause of sending', (_app: App) => world.here.journal.submissions.setPaused(true, 1)],
    [
      'a signed-out connection',
      (app: App) => app.state.publish({ connections: [{ ...world.connection, signedIn: 'again' }] }),
    ],
  ])('%s: files wait in sight, and nothing is moved', async (_name, stop) => {
    world.put('Contract.pdf');
    const app = await world.begin();
    stop(app);
    const id = await app.add();
    await app.pass(5 * 60_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: waiting']);
    expect(world.tree()).toEqual(['Contract.pdf']);
    expect(world.submissions()).toEqual([]);
    world.here.journal.submissions.setPaused(false, 2);
    app.state.publish({ connections: [{ ...world.connection }] });
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('another account does not send for the one that switched the folder on', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    app.state.publish({ connections: [{ ...world.connection, username: 'beat' }] });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: other-account']);
    expect(world.submissions()).toEqual([]);
    await app.end();
  });

  test('the account of the same name at another service does not send for the one that switched the folder on', async () => {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    world.here.journal.connections.leaveService('c');
    app.folders.connectionChanged('c');
    world.put('Contract.pdf');
    await app.pass(A_WHILE);
    expect([app.shown(id), world.submissions()]).toEqual([['Contract.pdf: other-account'], []]);
    const rule = app.view(id)?.rule;
    if (rule === undefined) throw new Error('The folder is not shown.');
    await app.folders.save(id, rule, true);
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  test('a deleted profile, and one without people until somebody names them for this folder', async () => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    app.state.publish({ profiles: [] });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: no-profile']);
    app.state.publish({ profiles: [{ ...profile, choices: { ...profile.choices, signees: [] } }] });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: no-signee']);
    const signees = [{ email: 'carla@example.ch', name: '', comment: '', order: null }];
    expect(await app.act({ id, key: 'Contract.pdf', action: 'complete', signees, remember: true })).toEqual({
      ok: true,
    });
    world.put('Next.pdf');
    await app.pass(A_WHILE);
    expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toEqual([
      ['carla@example.ch'],
      ['carla@example.ch'],
    ]);
    await app.end();
  });

  test('a folder that sends by itself sends up to its limit of the hour, and holds the rest', async () => {
    for (let number = 0; number < 5; number += 1) world.put(`${number}.pdf`);
    const app = await world.begin();
    await app.add({ goal: 'send', perHour: 2 });
    await app.pass(A_WHILE);
    expect(
      world
        .submissions()
        .map(({ goal }) => goal)
        .toSorted(),
    ).toEqual(['hold', 'hold', 'hold', 'send', 'send']);
    await app.end();
  });
});

type App = Awaited<ReturnType<typeof world.begin>>;

describe('rules of the IT department', () => {
  test('no folder sends by itself, whatever was chosen before and whoever asks', async () => {
    world.put('Contract.pdf');
    const before = await world.begin();
    const id = await before.add({ goal: 'send' });
    await before.end();
    const app = await world.begin({ forceHold: true });
    await app.pass(A_WHILE);
    expect(world.submissions().every(({ goal }) => goal === 'hold')).toBe(true);
    expect(app.view(id)?.rule.goal).toBe('hold');
    const rule = app.view(id)?.rule;
    if (!rule) throw new Error('The folder is gone.');
    expect(await app.folders.save(id, { ...rule, goal: 'send' }, true)).toMatchObject({
      problem: { key: 'set-by-policy' },
    });
    expect(await app.folders.save(id, { ...rule, perHour: 7 }, false)).toEqual({ ok: true, id });
    await app.end();
  });

  test('only allowed folders can be added, also not by a link', async () => {
    const allowed = join(world.home, 'Allowed');
    mkdirSync(allowed);
    symlinkSync(world.root, join(allowed, 'Link'));
    const places = { own: [], copies: [], allowed: [allowed] };
    const app = await world.begin({ neighbours: () => places });
    const barred = { ok: false, problem: { key: 'folder-not-allowed' } };
    expect(await app.folders.preview(world.root)).toMatchObject(barred);
    expect(await app.folders.preview(join(allowed, 'Link'))).toMatchObject(barred);
    mkdirSync(join(allowed, 'Scans'));
    expect(await app.folders.preview(join(allowed, 'Scans'))).toMatchObject({ ok: true });
    await app.end();
  });

  test('a folder that was added before and is no longer allowed takes nothing', async () => {
    const before = await world.begin();
    const id = await before.add();
    await before.end();
    world.put('Contract.pdf');
    const app = await world.begin({
      neighbours: () => ({ own: [], copies: [], allowed: [join(world.home, 'Other')] }),
    });
    await app.pass(A_WHILE);
    expect(world.submissions()).toEqual([]);
    expect(app.shown(id)).toEqual(['Contract.pdf: waiting']);
    await app.end();
    const later = await world.begin({ neighbours: () => ({ own: [], copies: [], allowed: [world.home] }) });
    await later.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf']);
    await later.end();
  });
});

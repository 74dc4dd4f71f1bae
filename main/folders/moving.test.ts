import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookAt } from '../files/file-look.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { moveFile } from './move-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { renamingProgram } from './testing/renaming-program.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

describe('a program that renames a new document over the one that is being moved', () => {
  const names = Array.from({ length: 160 }, (_none, number) => `Scan ${number}.pdf`);
  /** Moves of which nobody disturbs any: they show how long a move takes. */
  const quiet = 20;

  /** Saves the documents while they are moved, each in another moment, and every second one twice. */
  async function disturb(move: (name: string) => Promise<unknown>) {
    const program = renamingProgram(world.home, world.root);
    for (const name of names) program.knows(name);
    const undisturbed: number[] = [];
    for (const [number, name] of names.entries()) {
      const usual = undisturbed.toSorted((a, b) => a - b)[quiet / 2] ?? 1;
      const moment = (number * 7) % usual;
      const moments = number < quiet ? [] : number % 2 === 0 ? [moment] : [moment, moment + 2];
      // oxlint-disable-next-line no-await-in-loop -- one document after the other
      const took = await program.saveDuring(move(name), name, moments);
      if (number < quiet) undisturbed.push(took);
    }
    return program;
  }

  test('to Sent destroys no document', async () => {
    for (const name of names) world.put(name);
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    const taken = new Map(world.submissions().map((one) => [one.wish.file.name, one]));
    const program = await disturb(async (name) => {
      const submission = taken.get(name);
      if (submission === undefined) throw new Error(`${name} was not taken.`);
      app.folders.submissionChanged(world.become(submission, { stage: { kind: 'done', as: 'started' } }));
      await app.pass(200);
    });
    expect(world.exists(`Sent/${names[0]}`)).toBe(true);
    expect(program.destroyed()).toEqual([]);
    await app.end();
  });

  test('to Needs attention destroys no document', async () => {
    for (const name of names) writeFileSync(world.path(name), `Dear aunt: ${name}`);
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    const prints = new Map(app.folders.files(id, 'all').files.map(({ key, print }) => [key, print]));
    const program = await disturb((key) => app.folders.act({ id, key, print: prints.get(key) ?? '', action: 'aside' }));
    expect(world.exists(`Needs attention/${names[0]}`)).toBe(true);
    expect(program.destroyed()).toEqual([]);
    await app.end();
  });
});

describe('a file in a disk that numbers files by their folder', () => {
  /** FAT makes the number of a file of its place. */
  const lookThere = async (path: string) => {
    const [size, time, , device] = (await lookAt(path))?.split(':') ?? [];
    const number = createHash('sha256').update(dirname(path)).digest().readUInt32BE();
    return size === undefined ? null : `${size}:${time}:${number}:${device}`;
  };
  const place = () => ({ root: world.root, computerId: 'computer-1', into: 'Sent', attention: 'Needs attention' });
  const move = (look: string, stillMoves?: (held: string) => Promise<boolean>) =>
    moveFile({ ...place(), path: 'Offer.pdf', look, lookAt: lookThere, ...(stillMoves && { stillMoves }) });

  beforeEach(() => mkdirSync(world.path('.countersign')));

  test('is moved', async () => {
    world.put('Offer.pdf');
    const look = (await lookThere(world.path('Offer.pdf'))) ?? '';
    expect(await move(look)).toEqual({ kind: 'moved', to: 'Sent/Offer.pdf' });
    expect(world.tree()).toEqual(['Sent/Offer.pdf']);
  });

  test('and that a program changes meanwhile is back under its name', async () => {
    world.put('Offer.pdf');
    const look = (await lookThere(world.path('Offer.pdf'))) ?? '';
    const change = async (held: string) => {
      appendFileSync(world.path(held), '% changed');
      return true;
    };
    expect(await move(look, change)).toEqual({ kind: 'changed' });
    expect(world.tree()).toEqual(['Offer.pdf']);
  });
});

test('an original of a name that many files in Sent have is moved with the date and the time in its name', async () => {
  mkdirSync(world.path('Sent'));
  writeFileSync(world.path('Sent/Offer.pdf'), 'before');
  for (let number = 2; number <= 1_000; number += 1) writeFileSync(world.path(`Sent/Offer (${number}).pdf`), 'before');
  world.put('Offer.pdf');
  const app = await world.begin();
  await app.add();
  await app.pass(A_WHILE);
  app.endsAs('started');
  await app.pass(1_000);
  const [original] = world.tree().filter((path) => readFileSync(world.path(path), 'utf8') !== 'before');
  expect(original).toMatch(/^Sent\/Offer \(\d{4}-\d\d-\d\d \d{6}-\d{3}\)\.pdf$/);
  expect(world.tree()).toHaveLength(1_001);
  await app.end();
});

test('a new document of the same size and date that takes the place of a sent one is not moved to Sent', async () => {
  const date = new Date('2026-01-01T08:00:00Z');
  const put = (name: string, text: string) => {
    world.put(name, text);
    utimesSync(world.path(name), date, date);
  };
  put('Offer.pdf', 'one');
  let isReplaced = false;
  const app = await world.begin({
    moveFile: (options) =>
      moveFile({
        ...options,
        async lookAt(path) {
          const look = await lookAt(path);
          if (!isReplaced) {
            put('.new', 'two');
            renameSync(world.path('.new'), world.path('Offer.pdf'));
          }
          isReplaced = true;
          return look;
        },
      }),
  });
  await app.add();
  await app.pass(A_WHILE);
  app.endsAs('started');
  await app.pass(1_000);
  expect(isReplaced).toBe(true);
  expect(world.tree()).toEqual(['Offer.pdf']);
  await app.end();
});

test('a person who sets a file aside whose sub-folder has gone is told that this is not possible now', async () => {
  mkdirSync(world.path('Scans'));
  writeFileSync(world.path('Scans/Letter.pdf'), 'Dear aunt');
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  renameSync(world.path('Scans'), world.path('Old'));
  const set = app.act({ id, key: 'Scans/Letter.pdf', action: 'aside' });
  expect(await set).toMatchObject({ ok: false, problem: { key: 'not-now' } });
  await app.end();
});

test('a sidecar that was corrected while its size and date stood still sends its document, and is not set aside', async () => {
  world.put('Contract.pdf');
  const date = new Date(1_700_000_000_000);
  writeFileSync(world.path('Contract.pdf.json'), '{"comments":"x"}');
  utimesSync(world.path('Contract.pdf.json'), date, date);
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual(['Contract.pdf: sidecar-wrong']);
  writeFileSync(world.path('Contract.pdf.json'), '{"comment":"xx"}');
  utimesSync(world.path('Contract.pdf.json'), date, date);
  await app.pass(3 * 60_000);
  expect(world.tree()).toEqual(['Contract.pdf', 'Contract.pdf.json']);
  expect(world.submissions().map(({ wish }) => wish.comment)).toEqual(['xx']);
  await app.end();
});

describe('a program that keeps the document open', () => {
  test.each([
    ['writes into it', (file: number) => writeSync(file, '% changed', 12)],
    ['adds to its end', (file: number) => writeSync(file, '\n% changed\n', null)],
  ])('and %s after the move to Sent: the file goes to Needs attention and says so', async (_what, write) => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    const file = openSync(world.path('Contract.pdf'), 'r+');
    const sent = world.sha256('Contract.pdf');
    app.endsAs('started');
    const isMoved = () => world.exists('Sent/Contract.pdf');
    for (let tries = 0; tries < 50 && !isMoved(); tries += 1)
      // oxlint-disable-next-line no-await-in-loop -- until the original is moved
      await app.pass(200);
    expect(isMoved()).toBe(true);
    write(file);
    closeSync(file);
    await app.pass(10 * 60_000);
    // What it is by now is another matter: a document, or no longer one.
    expect(app.shown(id)).toEqual([
      expect.stringMatching(/^Needs attention\/Contract\.pdf: (set-aside|not-a-document)$/),
    ]);
    expect(app.view(id)?.needsYou).toBe(1);
    expect(app.folders.activity(id, 'aside').lines).toMatchObject([{ name: 'Contract.pdf', verdict: 'changed-after' }]);
    expect(readFileSync(world.path('Needs attention/Contract.pdf.txt'), 'utf8')).toContain('changed-after');
    expect(world.exists('Sent/Contract.pdf')).toBe(false);
    expect(world.sha256('Needs attention/Contract.pdf')).not.toBe(sent);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });

  /** The document was sent and its original moved, and a program writes on in it. */
  async function movedAndWritten(app: Awaited<ReturnType<FolderWorld['begin']>>): Promise<void> {
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(1_000);
    expect(world.tree()).toEqual(['Sent/Contract.pdf']);
    appendFileSync(world.path('Sent/Contract.pdf'), '% changed');
  }
  const TOLD = ['Needs attention/Contract.pdf', 'Needs attention/Contract.pdf.txt'];

  test('and writes while the app does not run: the next start tells', async () => {
    world.put('Contract.pdf');
    const first = await world.begin();
    await first.add();
    await movedAndWritten(first);
    await first.end();
    const next = await world.begin();
    await next.pass(A_WHILE);
    expect(world.tree()).toEqual(TOLD);
    await next.end();
  });

  test('on a drive that was mounted anew since: what nobody touched stays in Sent', async () => {
    world.put('Contract.pdf');
    const first = await world.begin();
    const id = await first.add();
    await first.pass(A_WHILE);
    first.endsAs('started');
    await first.pass(1_000);
    const { folderFiles } = world.here.journal;
    const kept = folderFiles.contentAt(id, 'Sent/Contract.pdf');
    if (kept === null) throw new Error('Its look was not kept.');
    folderFiles.keepContents(id, [{ ...kept, look: kept.look.replace(/:\d+:\d+$/, ':7:8') }], []);
    await first.end();
    const next = await world.begin();
    await next.pass(A_WHILE);
    expect(world.tree()).toEqual(['Sent/Contract.pdf']);
    await next.end();
  });

  test('and writes while the disk refuses to move anything: it is tried again', async () => {
    let refuses = false;
    world.put('Contract.pdf');
    const move: typeof moveFile = async (what) =>
      refuses ? { kind: 'failed', code: 'EBUSY', ofFolder: false } : moveFile(what);
    const app = await world.begin({ moveFile: move });
    await app.add();
    await movedAndWritten(app);
    refuses = true;
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Sent/Contract.pdf']);
    refuses = false;
    await app.pass(60_000);
    expect(world.tree()).toEqual(TOLD);
    await app.end();
  });
});

describe('a file that is no document', () => {
  const longAgo = new Date('2020-01-01T00:00:00Z');

  test('and becomes a whole one with the same size and date before it is set aside is taken', async () => {
    const content = pdfOf('% Contract');
    writeFileSync(world.path('Contract.pdf'), Buffer.alloc(content.length));
    utimesSync(world.path('Contract.pdf'), longAgo, longAgo);
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(50_000);
    expect(app.shown(id)).toEqual(['Contract.pdf: not-a-document']);
    writeFileSync(world.path('Contract.pdf'), content);
    utimesSync(world.path('Contract.pdf'), longAgo, longAgo);
    await app.pass(10 * 60_000);
    expect(world.names()).toEqual(['Contract.pdf']);
    expect(world.tree()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('and becomes a whole one with the same size and date in Needs attention is shown as a whole one', async () => {
    const content = pdfOf('% Contract');
    writeFileSync(world.path('Contract.pdf'), Buffer.alloc(content.length));
    utimesSync(world.path('Contract.pdf'), longAgo, longAgo);
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(2 * 60_000);
    expect(app.shown(id)).toEqual(['Needs attention/Contract.pdf: not-a-document']);
    writeFileSync(world.path('Needs attention/Contract.pdf'), content);
    utimesSync(world.path('Needs attention/Contract.pdf'), longAgo, longAgo);
    await app.pass(10 * 60_000);
    expect(app.shown(id)).toEqual(['Needs attention/Contract.pdf: set-aside']);
    await app.end();
  });
});

describe('a file in Needs attention', () => {
  test('that could be sent says that it was set aside, and a person may send it', async () => {
    world.put('Needs attention/Contract.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Needs attention/Contract.pdf: set-aside']);
    expect(app.folders.files(id, 'all').files).toMatchObject([{ isAside: true, actions: ['send-anyway'] }]);
    expect(world.submissions()).toEqual([]);
    await app.end();
  });
});

describe('a document that is sent', () => {
  /** Takes two documents, and listens to the system. */
  async function takeTwo(patch: Parameters<FolderWorld['begin']>[0] = {}) {
    world.put('Lease.pdf');
    world.put('Offer.pdf');
    const app = await world.begin(patch);
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    const send = (name: string) => {
      const taken = world.submissions().find(({ wish }) => wish.file.name === name);
      if (taken === undefined) throw new Error(`${name} was not taken.`);
      app.folders.submissionChanged(world.become(taken, { stage: { kind: 'done', as: 'started' } }));
    };
    return { app, id, send };
  }

  test('while another one is carried out is moved right after that', async () => {
    let meanwhile = () => {};
    const { app, send } = await takeTwo({
      async moveFile(options) {
        if (options.path !== 'Lease.pdf') return moveFile(options);
        meanwhile();
        return { kind: 'failed', code: 'EBUSY', ofFolder: false };
      },
    });
    meanwhile = () => send('Offer.pdf');
    send('Lease.pdf');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Lease.pdf', 'Sent/Offer.pdf']);
    await app.end();
  });

  test('while a person is asked to whom the folder sends is moved right after that', async () => {
    const { app, id, send } = await takeTwo();
    const rule = app.view(id)?.rule;
    if (rule === undefined) throw new Error('The folder is not shown.');
    send('Lease.pdf');
    await app.folders.wouldSend(id, rule);
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Offer.pdf', 'Sent/Lease.pdf']);
    await app.end();
  });
});

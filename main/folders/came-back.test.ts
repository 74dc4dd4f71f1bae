import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const LONG = 10 * 60_000;

describe('a sub-folder that is away for longer than three quiet times and comes back', () => {
  test.each(['withdrawn', 'cancelled'] as const)('holds a document that was %s: it is not sent again', async (as) => {
    world.put('Scans/Contract.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    app.endsAs(as);
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped']);
    const away = join(world.home, 'Scans away');
    renameSync(world.path('Scans'), away);
    await app.pass(20_000);
    renameSync(away, world.path('Scans'));
    await app.pass(LONG);
    expect(world.submissions()).toHaveLength(1);
    expect(app.shown(id)).toEqual(['Scans/Contract.pdf: stopped']);
    await app.end();
  });
});

describe('a file that was away for longer than three quiet times and comes back', () => {
  test.each(['withdrawn', 'cancelled'] as const)('is only prepared when it was %s', async (as) => {
    world.put('Contract.pdf');
    const app = await world.begin();
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    app.endsAs(as);
    await app.pass(A_WHILE);
    const away = join(world.home, 'Away.pdf');
    renameSync(world.path('Contract.pdf'), away);
    await app.pass(LONG);
    renameSync(away, world.path('Contract.pdf'));
    await app.pass(LONG);
    expect(world.submissions().filter(({ goal }) => goal === 'send')).toHaveLength(1);
    expect(world.submissions()).toHaveLength(2);
    await app.end();
  });
});

test('a file that is away for a moment, again and again, was never away for long', async () => {
  world.put('Contract.pdf');
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  await app.pass(A_WHILE);
  app.endsAs('withdrawn');
  const awayWhileLooking = async () => {
    renameSync(world.path('Contract.pdf'), world.path('Contract.pdf~'));
    app.folders.look(id);
    await app.pass(1_000);
    renameSync(world.path('Contract.pdf~'), world.path('Contract.pdf'));
    app.hearers.at(-1)?.hint('Contract.pdf');
    await app.pass(A_WHILE);
  };
  await awayWhileLooking();
  await awayWhileLooking();
  expect(world.submissions()).toHaveLength(1);
  expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
  await app.end();
});

describe('the claims of a folder', () => {
  test('that a synchroniser removed with their empty folder are made again for the next document', async () => {
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    rmSync(world.path('.countersign/claims'), { recursive: true });
    world.put('Contract.pdf');
    await app.pass(LONG);
    expect(world.names()).toEqual(['Contract.pdf']);
    expect(app.view(id)?.status).toBe('watching');
    await app.end();
  });

  test('are made again also when several documents come at once', async () => {
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    rmSync(world.path('.countersign/claims'), { recursive: true });
    for (let number = 0; number < 20; number += 1) world.put(`Contract ${number}.pdf`);
    await app.pass(A_WHILE);
    expect(world.names()).toHaveLength(20);
    expect(app.view(id)?.status).toBe('watching');
    await app.end();
  });

  test('are not made in a folder without our marker', async () => {
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    rmSync(world.path('.countersign'), { recursive: true });
    world.put('Contract.pdf');
    await app.pass(LONG);
    expect(world.names()).toEqual([]);
    expect(app.view(id)?.status).toBe('replaced');
    expect(world.exists('.countersign')).toBe(false);
    await app.end();
  });
});

describe('another folder at the path of a folder that sends', () => {
  async function replaced() {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    rmSync(world.root, { recursive: true });
    mkdirSync(world.root);
    for (let number = 0; number < 40; number += 1) world.put(`Private ${number}.pdf`);
    await app.pass(A_WHILE);
    expect(app.view(id)?.status).toBe('replaced');
    expect(await app.folders.accept(id)).toEqual({ ok: true });
    const rule = app.view(id)?.rule;
    if (rule === undefined) throw new Error('The folder is not shown.');
    return { ...app, id, rule };
  }

  test('is only previewed after a person said that it is meant, and nothing in it is touched', async () => {
    const app = await replaced();
    await app.pass(LONG);
    expect(world.names()).toEqual([]);
    expect(app.view(app.id)).toMatchObject({ isPreview: true, counts: { 'would-send': 40 } });
    expect(world.exists('.countersign')).toBe(false);
    expect(await app.folders.wouldSend(app.id, app.rule)).toMatchObject({ documents: 40, people: ['Anna Muster'] });
    await app.end();
  });

  test('is sent after the person answered the same question as when switching on', async () => {
    const app = await replaced();
    await app.pass(A_WHILE);
    expect(world.names()).toEqual([]);
    expect(await app.folders.save(app.id, app.rule, true)).toEqual({ ok: true, id: app.id });
    await app.pass(LONG);
    expect(world.submissions()).toHaveLength(40);
    expect(app.view(app.id)?.isPreview).toBe(false);
    await app.end();
  });

  test('is still not sent after a restart without an answer', async () => {
    const before = await replaced();
    await before.end();
    const app = await world.begin();
    await app.pass(LONG);
    expect(world.names()).toEqual([]);
    await app.end();
  });
});

test.each(['withdrawn', 'cancelled'] as const)(
  'what was %s is not sent again when its folder leaves its kind alone for a while',
  async (as) => {
    world.put('Contract.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    app.endsAs(as);
    await app.pass(A_WHILE);
    const take = async (...patterns: string[]) => {
      const rule = app.view(id)?.rule;
      if (rule === undefined) throw new Error('The folder is not shown.');
      expect(await app.folders.save(id, { ...rule, patterns }, true)).toMatchObject({ ok: true });
      await app.pass(LONG);
    };
    // Its content is not known any more: it was read for the old rule alone.
    utimesSync(world.path('Contract.pdf'), 1, 1);
    await take('*.docx');
    expect(app.shown(id)).toEqual([]);
    await take('*.pdf', '*.docx');
    expect(app.shown(id)).toEqual(['Contract.pdf: stopped']);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  },
);

import { cpSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { directReader } from '../intake/document-reader.ts';
import { openFile } from '../signing/file-body.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';
import { meanwhile, moments } from './testing/meanwhile.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const outside = () => join(world.home, 'Outside');
const filesOutside = () => readdirSync(outside(), { recursive: true, encoding: 'utf8' }).toSorted();
const putOutside = (name: string, text: string) => world.put(`../Outside/${name}`, text);

/** Somebody moves the sub-folder elsewhere and leaves a link in its place: its files are the same ones as before. */
function moveAwayAndLink(): void {
  renameSync(world.path('Scans'), outside());
  symlinkSync(outside(), world.path('Scans'));
}

/** Somebody puts a link to another folder in the place of the sub-folder. */
function replaceByLink(): void {
  renameSync(world.path('Scans'), join(world.home, 'Scans before'));
  symlinkSync(outside(), world.path('Scans'));
}

describe('a sub-folder that becomes a link to elsewhere', unless(windowsObstacle), () => {
  test('between two looks: a private file behind it is never sent', async () => {
    world.put('Scans/Contract.pdf');
    putOutside('Contract.pdf', 'private');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.hears(id);
    await app.pass(1_000);
    replaceByLink();
    const hint = () => app.hearers.at(-1)?.hint('Scans/Contract.pdf');
    hint();
    await app.pass(2_000);
    hint();
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(filesOutside()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('while the files are read: nothing behind it is sent', async () => {
    world.put('Scans/Contract.pdf');
    let isMoved = false;
    const isReadable: typeof directReader.isReadable = (kind, bytes) => {
      if (!isMoved) moveAwayAndLink();
      isMoved = true;
      return directReader.isReadable(kind, bytes);
    };
    const app = await world.begin({ documentReader: { ...directTextMarkReader, isReadable } });
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(isMoved).toBe(true);
    expect(world.names()).toEqual([]);
    expect(filesOutside()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('before the service reads its fields: nothing behind it goes there', async () => {
    world.put('Scans/Contract.pdf');
    // Of the same length, or it would not be read anyway.
    putOutside('Contract.pdf', 'SCANS/Contract.pdf');
    const sent: string[] = [];
    const app = await world.begin({
      profilesOf: () => [{ ...profile, choices: { ...profile.choices, signees: [], scanPredefined: true } }],
      async findSignees(_connection, file) {
        if (sent.length === 0) replaceByLink();
        const opened = await openFile({ ...file, type: 'application/pdf' });
        sent.push('body' in opened ? 'read' : opened.kind);
        if ('body' in opened) await opened.close();
        return { kind: 'failed', problem: { key: 'signed-out', params: {} }, forAll: false, waitMs: 0 };
      },
    });
    await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(sent[0]).toBe('file-unreadable');
    expect(sent).not.toContain('read');
    await app.end();
  });

  test.each(moments)('%s: nothing behind it is sent', async (moment) => {
    world.put('Scans/Contract.pdf');
    const app = await world.begin({}, {}, meanwhile(moment, moveAwayAndLink));
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(filesOutside()).toEqual(['Contract.pdf']);
    await app.end();
  });

  test('before the files are copied: a copy of the same content behind it is not read', async () => {
    world.put('Scans/Contract.pdf');
    putOutside('Contract.pdf', 'Scans/Contract.pdf');
    const app = await world.begin({}, {}, meanwhile('before the files are copied', replaceByLink));
    await app.add({ goal: 'send' });
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    await app.end();
  });

  test('before the original is moved to Sent: the original stays where it is', async () => {
    world.put('Scans/Contract.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf']);
    moveAwayAndLink();
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(filesOutside()).toEqual(['Contract.pdf']);
    expect(world.exists('Sent/Scans/Contract.pdf')).toBe(false);
    await app.end();
  });

  test('before a file is set aside: the file stays where it is', async () => {
    mkdirSync(world.path('Scans'));
    writeFileSync(world.path('Scans/Letter.pdf'), 'Dear aunt');
    const app = await world.begin();
    const id = await app.add();
    await app.hears(id);
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Scans/Letter.pdf: not-a-document']);
    moveAwayAndLink();
    await app.pass(4 * A_WHILE);
    expect(filesOutside()).toEqual(['Letter.pdf']);
    expect(world.exists('Needs attention')).toBe(false);
    await app.end();
  });
});

describe('a watched folder that becomes a link', unless(windowsObstacle), () => {
  test('to a copy of itself, with its marker, is another folder: nothing in it is taken', async () => {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    const backup = join(world.home, 'Backup');
    cpSync(world.root, backup, { recursive: true });
    renameSync(world.root, join(world.home, 'Inbox before'));
    symlinkSync(backup, world.root);
    world.put('Old contract.pdf');
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(app.view(id)?.status).toBe('replaced');
    await app.end();
  });

  test('to itself at its new place is another folder, too', async () => {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    renameSync(world.root, join(world.home, 'Elsewhere'));
    symlinkSync(join(world.home, 'Elsewhere'), world.root);
    world.put('Contract.pdf');
    await app.pass(2 * A_WHILE);
    expect(world.names()).toEqual([]);
    expect(app.view(id)?.status).toBe('replaced');
    await app.end();
  });
});

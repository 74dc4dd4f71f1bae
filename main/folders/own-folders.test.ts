/** The names of our folders: chosen once for each folder, the same on every computer, and known in every language. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import { unless, windowsObstacle } from '../../test/only-where.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { isAside, isIgnoredFolder, ownFolders, purposeOf } from './file-names.ts';
import { namesIn, spelledOn } from './folder-root.ts';
import { folderRule } from './folder-rule.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { sampleRule } from './testing/sample-rule.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const marker = () => world.path('.countersign/folder.json');
const aunt = (name: string) => writeFileSync(world.path(name), `Dear aunt: ${name}`);
const begin = async (language: (typeof languages)[number]) => {
  const app = await world.begin();
  app.state.publish({ language });
  return app;
};

describe('our folders', () => {
  test('have the names of the language in which a person added the folder, also after it changes', async () => {
    world.put('Lease.pdf');
    aunt('Letter.pdf');
    let app = await begin('de');
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.view(id)?.ownFolders).toEqual(ownFolders.de);
    await app.end();
    app = await begin('fr');
    await app.pass(A_WHILE);
    const [taken] = world.submissions();
    if (taken === undefined) throw new Error('Nothing was taken.');
    const done = { stage: { kind: 'done', as: 'started' }, documentId: 'd1' } as const;
    app.folders.submissionChanged(world.become(taken, done));
    await app.pass(120_000);
    expect(world.tree()).toEqual(['Gesendet/Lease.pdf', 'Zu prüfen/Letter.pdf', 'Zu prüfen/Letter.pdf.txt']);
    expect(app.shown(id)).toEqual(['Zu prüfen/Letter.pdf: not-a-document']);
    expect(app.folders.activity(id, 'aside').lines.map(({ kind, to }) => [kind, to])).toEqual([
      ['aside', 'Zu prüfen/Letter.pdf'],
    ]);
    expect((await app.folders.copyPlaceOf(world.connection.id, 'd1'))?.folder).toBe(world.path('Unterschrieben'));
    await app.end();
  });

  test('have the same names on a second computer with another language', async () => {
    const app = await begin('de');
    await app.add();
    await app.end();
    const there = outboxFolder();
    there.journal.connections.save(world.connection, 1);
    const outbox = there.open();
    await outbox.ready;
    const other = await world.begin({ journal: there.journal, outbox }, { id: 'computer-2', name: 'PC-2' });
    other.state.publish({ language: 'it' });
    const preview = await other.folders.preview(world.root);
    if (!preview.ok) throw new Error('The folder is refused.');
    expect(other.view(preview.id)?.ownFolders).toEqual(ownFolders.de);
    const id = await other.add();
    expect(other.view(id)?.ownFolders).toEqual(ownFolders.de);
    await other.end();
    await there[Symbol.asyncDispose]();
  });

  test('keep the English names that an earlier version gave them', async () => {
    mkdirSync(world.path('.countersign'));
    writeFileSync(marker(), '{"version":1,"id":"m1"}');
    aunt('Letter.pdf');
    const app = await begin('de');
    const id = await app.add();
    await app.pass(120_000);
    expect(app.view(id)?.ownFolders).toEqual(ownFolders.en);
    expect(world.exists('Needs attention/Letter.pdf')).toBe(true);
    await app.end();
    const { names: _names, ...stored } = sampleRule;
    expect(folderRule.parse(stored).names).toBe('en');
  });

  test('are in a marker that a version with English names alone cannot read', async () => {
    const app = await begin('de');
    await app.add();
    expect(JSON.parse(readFileSync(marker(), 'utf8'))).toMatchObject({ version: 2, names: 'de' });
    await app.end();
  });

  test('are never two for one purpose: names that are there count before the language', async () => {
    mkdirSync(world.path('Signés'));
    expect(await namesIn(world.root, 'de')).toBe('fr');
    mkdirSync(world.path('Unterschrieben'));
    expect(await namesIn(world.root, 'de')).toBe('de');
  });

  test('have no name that a file or a link has', async () => {
    aunt('Gesendet');
    expect(await namesIn(world.root, 'de')).toBe('en');
    symlinkSync(world.home, world.path('Signed'));
    expect(await namesIn(world.root, 'de')).toBe('fr');
  });
});

describe('folders of ours that the disk spells in another way', () => {
  test('are used as the disk spells them, and a link to elsewhere is not followed', async () => {
    const { root } = world;
    const disk = new Map([
      [`${root}/Gesendet`, `${root}/GESENDET`],
      [`${root}/Zu prüfen`, `${root}/${'Zu prüfen'.normalize('NFD')}`],
      [`${root}/Doppelt`, `${world.home}/Doppelt`],
      [`${root}/Unterschrieben`, `${root}/Private`],
    ]);
    const spelled = await spelledOn(root, ownFolders.de, async (path) => disk.get(path) ?? path);
    const found = { sent: 'GESENDET', attention: 'Zu prüfen'.normalize('NFD') };
    expect(spelled).toEqual({ ...ownFolders.de, ...found });
    expect(await spelledOn(root, ownFolders.de)).toEqual(ownFolders.de);
  });

  test('take originals and what is set aside', unless(windowsObstacle), async () => {
    world.put('Lease.pdf');
    aunt('Letter.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    // A disk that ignores case answers for the other name as these links do.
    for (const name of ['Sent', 'Needs attention']) {
      mkdirSync(world.path(name.toUpperCase()));
      symlinkSync(name.toUpperCase(), world.path(name));
    }
    app.endsAs('started');
    await app.pass(10 * 60_000);
    expect(world.exists('SENT/Lease.pdf')).toBe(true);
    expect(app.shown(id)).toEqual(['NEEDS ATTENTION/Letter.pdf: not-a-document']);
    expect(app.view(id)?.ownFolders).toMatchObject({ sent: 'SENT', attention: 'NEEDS ATTENTION' });
    rmSync(world.path('NEEDS ATTENTION/Letter.pdf'));
    await app.pass(10 * 60_000);
    expect(world.exists('NEEDS ATTENTION/Letter.pdf.txt')).toBe(false);
    await app.end();
  });
});

describe.each(languages)('a folder of ours in the language %s', (language) => {
  const { sent, signed, attention, duplicates } = ownFolders[language];

  test('is no place of documents, whatever the marker says', async () => {
    for (const name of [sent, signed, attention, duplicates]) world.put(`${name}/Lease.pdf`, name);
    world.put('Offer.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Offer.pdf']);
    const aside = [attention, duplicates].map((name) => `${name}/Lease.pdf: set-aside`);
    expect(app.shown(id)).toEqual([...aside, 'Offer.pdf: under-way'].toSorted());
    await app.end();
  });

  test('is known in each form of its letters, and only at the top', () => {
    for (const name of [sent, signed, attention, duplicates]) {
      expect([isIgnoredFolder(name.normalize('NFD').toUpperCase(), 0), isIgnoredFolder(name, 1)]).toEqual([
        true,
        false,
      ]);
      expect(purposeOf(name)).toBeNull();
    }
    const other = (name: string) => name.normalize('NFD').toUpperCase();
    expect([attention, duplicates, sent].map((name) => isAside(`${other(name)}/a.pdf`))).toEqual([true, true, false]);
  });
});

test('no name has two purposes', () => {
  const all = languages.flatMap((language) => Object.values(ownFolders[language]));
  expect(new Set(all).size).toBe(all.length);
});

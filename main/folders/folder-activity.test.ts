import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTexts } from '../words/texts.ts';
import { reasonText } from './reason-file.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const sizeOf = (message: unknown) => Buffer.byteLength(JSON.stringify(message));

describe('the activity of a folder', () => {
  test('tells apart what was taken, what was set aside, and what a person changed', async () => {
    world.put('Lease.pdf');
    writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    await app.act({ id, key: 'Letter.pdf', action: 'aside' });
    app.folders.pause(id, 'always');
    const rule = app.view(id)?.rule;
    if (rule) await app.folders.save(id, { ...rule, perHour: 7 }, true);
    const linesOf = (filter: 'all' | 'taken' | 'aside' | 'changes') =>
      app.folders.activity(id, filter).lines.map(({ kind, name }) => `${kind} ${name}`.trim());
    expect(linesOf('taken')).toEqual(['taken Lease.pdf']);
    expect(linesOf('aside')).toEqual(['aside Letter.pdf']);
    expect(linesOf('changes')).toEqual(['changed', 'paused', 'added']);
    expect(linesOf('all')).toHaveLength(5);
    await app.end();
  });

  test('says that there is more than is shown, and a group is not hidden by the others', async () => {
    const app = await world.begin();
    const id = await app.add();
    for (let number = 0; number < 300; number += 1)
      world.here.journal.folderFiles.note(id, 'folder-aside', { name: `${number}.pdf`, verdict: 'damaged' }, number);
    const all = app.folders.activity(id, 'all');
    expect([all.lines.length, all.isCut]).toEqual([200, true]);
    expect(app.folders.activity(id, 'changes')).toMatchObject({ lines: [{ kind: 'added' }], isCut: false });
    await app.end();
  });

  test('and its files are in the order of their names, whatever the order of the disk', async () => {
    const names = Array.from(
      { length: 40 },
      (_none, number) => `${String.fromCodePoint(65 + ((number * 7) % 26))}${number}.pdf`,
    );
    for (const name of names) world.put(name, name);
    const app = await world.begin();
    const id = await app.add();
    expect(app.folders.files(id, 'all').files.map(({ key }) => key)).toEqual(names.toSorted());
    await app.end();
  });

  test('and its files fit into one message, however long their names are', async () => {
    const folder = `${'ü'.repeat(120)}/${'é'.repeat(120)}`;
    for (let number = 0; number < 300; number += 1)
      world.put(`${folder}/${'ä'.repeat(115)} ${number}.pdf`, String(number));
    const app = await world.begin();
    const id = await app.add();
    for (let number = 0; number < 300; number += 1)
      world.here.journal.folderFiles.note(
        id,
        'folder-moved',
        { name: 'ö'.repeat(500), movedTo: 'ö'.repeat(500) },
        number,
      );
    const activity = app.folders.activity(id, 'all');
    const files = app.folders.files(id, 'all');
    expect([sizeOf(activity) < 64_000, activity.lines.length > 10, activity.isCut]).toEqual([true, true, true]);
    expect([sizeOf(files) < 64_000, files.files.length > 10, files.all]).toEqual([true, true, 300]);
    await app.end();
  });
});

describe('a signed copy', () => {
  test('goes into its folder; while the folder is away it goes elsewhere, and the folder says where', async () => {
    world.put('Lease.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    const [submission] = world.submissions();
    if (submission) world.become(submission, { stage: { kind: 'done', as: 'started' }, documentId: 'd1' });
    const placeOf = () => app.folders.copyPlaceOf(world.connection.id, 'd1');
    const signed = join(world.root, 'Signed');
    expect(await placeOf()).toMatchObject({ folder: signed, createBelow: world.root, name: 'Lease.pdf' });
    app.folders.copySaved(world.connection.id, 'd1', join(signed, 'Lease.pdf'));
    expect(app.folders.activity(id, 'taken').lines.map(({ kind }) => kind)).toEqual(['taken']);
    // The drive goes, and leaves an empty folder in its place. No look has noticed it yet.
    renameSync(world.root, `${world.root} away`);
    mkdirSync(world.root);
    expect(await placeOf()).toBe(null);
    app.folders.copySaved(world.connection.id, 'd1', '/copies/Lease.pdf');
    expect(app.folders.activity(id, 'taken').lines[0]).toMatchObject({
      kind: 'copy',
      name: 'Lease.pdf',
      to: '/copies/Lease.pdf',
    });
    rmSync(world.root, { recursive: true });
    renameSync(`${world.root} away`, world.root);
    expect(await placeOf()).toMatchObject({ folder: signed });
    await app.end();
  });
});

describe('a file that needs a person', () => {
  test('leads to the rule when the profile of the folder is gone, and to the sidecar when that one is wrong', async () => {
    world.put('Lease.pdf');
    world.put('Offer.pdf');
    writeFileSync(world.path('Offer.pdf.json'), '{"profile":"Nobody knows"}');
    const app = await world.begin();
    const id = await app.add();
    const row = (name: string) => app.folders.files(id, 'all').files.find(({ key }) => key === name);
    await app.pass(A_WHILE);
    expect(row('Offer.pdf')).toMatchObject({ verdict: 'no-profile', who: 'Nobody knows', actions: [] });
    app.state.publish({ profiles: [{ ...profile, id: 'another', name: 'Another' }] });
    world.put('Plan.pdf');
    await app.pass(A_WHILE);
    expect(row('Plan.pdf')).toMatchObject({ verdict: 'no-profile', who: '', actions: ['change-folder'] });
    await app.end();
  });

  test('offers nothing before the folder is watched', async () => {
    writeFileSync(world.path('Letter.pdf'), 'Dear aunt');
    const app = await world.begin();
    const preview = await app.folders.preview(world.root);
    const id = preview.ok ? preview.id : '';
    await app.pass(A_WHILE);
    expect(app.folders.files(id, 'all').files).toMatchObject([{ verdict: 'not-a-document', actions: [] }]);
    await app.end();
  });

  test.each([
    ['a wrong field', 'signees.0.email', 'Offer.pdf.json: the field “signees.0.email” is wrong.'],
    ['no JSON', '', 'Offer.pdf.json cannot be read.'],
  ])('says which sidecar is wrong and where: %s', (_name, who, sentence) => {
    const t = createTexts().in('en');
    const verdict = { kind: 'sidecar-wrong', problem: null, who, at: null, submissionId: null } as const;
    expect(reasonText(t, verdict, 'Offer.pdf')).toContain(sentence);
  });
});

import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

describe('a file of other programs', () => {
  test('renamed into place, or vanished and back, is taken once', async () => {
    world.put('Report.pdf.part', 'report');
    world.put('Plan.pdf', 'plan');
    const app = await world.begin();
    await app.add();
    await app.pass(3_000);
    renameSync(world.path('Report.pdf.part'), world.path('Report.pdf'));
    renameSync(world.path('Plan.pdf'), world.path('Plan.pdf~'));
    await app.pass(1_000);
    renameSync(world.path('Plan.pdf~'), world.path('Plan.pdf'));
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Plan.pdf', 'Report.pdf']);
    expect(new Set(world.timesTaken().values())).toEqual(new Set([1]));
    await app.end();
  });

  test('open in Word or LibreOffice waits until it is closed', async () => {
    world.put('Contract.pdf');
    writeFileSync(world.path('~$ntract.pdf'), 'anna');
    world.put('Lease.pdf');
    writeFileSync(world.path('.~lock.Lease.pdf#'), 'anna');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    // The clock of this test is years before that of the disk: only how long we saw a lock counts.
    expect(app.shown(id)).toEqual(['Contract.pdf: open', 'Lease.pdf: open']);
    rmSync(world.path('~$ntract.pdf'));
    rmSync(world.path('.~lock.Lease.pdf#'));
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Contract.pdf', 'Lease.pdf']);
    await app.end();
  });

  test('replaced by another content after it was taken is another document', async () => {
    world.put('Scan.pdf', 'first');
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    world.put('Scan.pdf', 'second');
    await app.pass(10 * 60_000);
    expect([...world.timesTaken().values()]).toEqual([1, 1]);
    await app.end();
  });
});

describe('what lies beside documents', () => {
  test('links, pipes and hidden files are left alone, and links are never followed', async () => {
    world.put('../Outside/Secret.pdf', 'secret');
    symlinkSync(join(world.home, 'Outside'), world.path('Link'));
    symlinkSync(join(world.home, 'Outside/Secret.pdf'), world.path('Link.pdf'));
    symlinkSync(world.root, world.path('Loop'));
    world.put('.hidden.pdf');
    mkdirSync(world.path('Folder.pdf'));
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions()).toEqual([]);
    expect(app.folders.files(id, 'all').files).toMatchObject([
      { key: 'Link.pdf', verdict: 'ignored', problem: { key: 'file-special' } },
    ]);
    await app.end();
  });

  test('names of any form are taken: composed and decomposed twins, 255 bytes, quotes', async () => {
    const long = `${'ä'.repeat(125)}.pdf`;
    for (const name of ['M\u00fcller.pdf', 'Mu\u0308ller.pdf', long, `it's "quoted" & <b>.pdf`, 'a\u202Efdp.pdf'])
      world.put(name);
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(5);
    expect(new Set(world.timesTaken().values())).toEqual(new Set([1]));
    await app.end();
  });

  test('two files of the same content are one document and a duplicate', async () => {
    world.put('One.pdf', 'same');
    world.put('Two.pdf', 'same');
    linkSync(world.path('One.pdf'), world.path('Three.pdf'));
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions()).toHaveLength(1);
    await app.end();
  });
});

import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { unless } from '../../test/only-where.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { chokidarEvents } from '../platform/folder-events.ts';
import { looksAtOnce } from './folder-scan.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

describe('a folder with the name of a temporary file', () => {
  const names = [
    'Contract.pdf.download',
    'Contract.pdf.part',
    'Contract.pdf.crdownload',
    'Contract.tmp',
    'Contract.pdf.sb-1a2b-3c',
    'Contract~',
  ];

  test('is not entered by a look at the whole folder', async () => {
    for (const name of names) world.put(`${name}/Contract.pdf`, name);
    world.put('Scans/Contract.pdf.download/Deep/Contract.pdf');
    world.put('Scans/Plan.pdf');
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(world.names()).toEqual(['Plan.pdf']);
    expect(app.shown(id)).toEqual(['Scans/Plan.pdf: under-way']);
    await app.end();
  });

  test('is not entered when the system names a document inside of it', async () => {
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.hears(id);
    await app.pass(1_000);
    const paths = ['Contract.pdf.download/Contract.pdf', 'Scans/Contract.pdf.part/Deep/Contract.pdf'];
    for (const path of paths) world.put(path);
    for (let second = 0; second < 10; second += 1) {
      for (const path of paths) app.hearers.at(-1)?.hint(path);
      // oxlint-disable-next-line no-await-in-loop -- the system names it again and again while it grows
      await app.pass(1_000);
    }
    expect(world.names()).toEqual([]);
    expect(app.shown(id)).toEqual([]);
    await app.end();
  });
});

test('a document in the ninth of folders inside folders is not taken, also when the system names it', async () => {
  const deep = '1/2/3/4/5/6/7/8';
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  await app.pass(1_000);
  for (const path of [`${deep}/Plan.pdf`, `${deep}/9/Lease.pdf`]) {
    world.put(path);
    app.hearers.at(-1)?.hint(path);
  }
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual([`${deep}/Plan.pdf: under-way`]);
  expect(world.names()).toEqual(['Plan.pdf']);
  await app.end();
});

test('what is set aside from the eighth folder is shown where it lies then', async () => {
  const app = await world.begin();
  const id = await app.add();
  await app.hears(id);
  const deep = '1/2/3/4/5/6/7/8';
  mkdirSync(world.path(deep), { recursive: true });
  writeFileSync(world.path(`${deep}/Broken.pdf`), 'no document');
  await app.pass(10 * 60_000);
  expect(app.shown(id)).toEqual([`Needs attention/${deep}/Broken.pdf: not-a-document`]);
  await app.end();
});

describe('the watcher of the system', () => {
  const home = mkdtempSync(join(tmpdir(), 'countersign-names-'));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test.each(['Müller.Anna', 'Offers.2026b', 'contract.pdf'])(
    'names a document in a sub-folder called %s',
    async (folder) => {
      mkdirSync(join(home, folder), { recursive: true });
      const hints: (string | null)[] = [];
      const hearer = {
        hint: (path: string | null) => void hints.push(path),
        failed: (error: unknown) => void world.faults.push(error),
      };
      const watcher = await chokidarEvents.watch(home, hearer, /[\\/]\.countersign$/);
      try {
        hints.length = 0;
        writeFileSync(join(home, folder, 'Lease.pdf'), 'a');
        await expect.poll(() => hints).toContain(`${folder}/Lease.pdf`);
      } finally {
        await watcher.close();
      }
    },
  );
});

const bytesObstacle = process.platform === 'linux' ? null : 'only Linux has names that are no text';

test('a name in which another program has put U+FFFD is a text, and its file is taken by a whole look', async () => {
  const name = 'Vertr\uFFFDge.pdf';
  world.put(name);
  const app = await world.begin();
  const id = await app.add();
  await app.pass(A_WHILE);
  expect(app.shown(id)).toEqual([`${name}: under-way`]);
  expect(world.names()).toEqual([name]);
  await app.end();
});

describe('a name that is no text', unless(bytesObstacle), () => {
  /** `Vertr\xe4ge.pdf`, as a program wrote it that knew Latin-1 alone. */
  const latin1 = (folder: string) => Buffer.from(`${folder}/Vertr\xe4ge.pdf`, 'latin1');

  test.each(['', '/Scans'])('is shown as such, also in a sub-folder, and others are taken: “%s”', async (folder) => {
    const path = latin1(`${world.root}${folder}`);
    mkdirSync(`${world.root}${folder}`, { recursive: true });
    writeFileSync(path, pdfOf('% Verträge'));
    world.put('Plan.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    const { files } = app.folders.files(id, 'all');
    expect(files.map(({ verdict }) => verdict).toSorted()).toEqual(['bad-name', 'under-way']);
    expect(app.view(id)?.counts).toMatchObject({ 'bad-name': 1 });
    expect(app.view(id)?.needsYou).toBe(1);
    expect(world.names()).toEqual(['Plan.pdf']);
    unlinkSync(path);
    await app.end();
  });

  test('hides no document with the very name by which it is shown', async () => {
    writeFileSync(latin1(world.root), pdfOf('% Verträge'));
    world.put('Vertr%E4ge.pdf');
    // As many as are looked at together: the document was seen when the other one is found.
    for (let number = 2; number < looksAtOnce; number += 1) world.put(`${number}.pdf`);
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.shown(id)).toContain('Vertr%E4ge.pdf: under-way');
    await app.end();
  });

  test('of a folder: what lies there is not seen, and the folder says so', async () => {
    const folder = Buffer.from(`${world.root}/Vertr\xe4ge`, 'latin1');
    mkdirSync(folder);
    writeFileSync(latin1(folder.toString('latin1')), pdfOf('% Verträge'));
    mkdirSync(Buffer.from(`${world.root}/.Vertr\xe4ge`, 'latin1'));
    world.put('Plan.pdf');
    const app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    expect(app.view(id)?.unread).toBe(1);
    expect(world.names()).toEqual(['Plan.pdf']);
    await app.end();
    rmSync(folder, { recursive: true });
  });
});

describe('a sidecar', () => {
  const anna = '{"email":"anna@example.ch"}';

  test.each([
    ['with the list of people twice', `{"signees":[{"email":"berta@example.ch"}],"signees":[${anna}]}`],
    ['with the address twice', '{"signees":[{"email":"berta@example.ch","email":"anna@example.ch"}]}'],
    [
      'with the address twice, once in other letters',
      '{"signees":[{"em\\u0061il":"b@example.ch","email":"a@example.ch"}]}',
    ],
    ['with the profile twice', `{"profile":"Leases","profile":"Contracts","signees":[${anna}]}`],
    ['with NUL in an address', '{"signees":[{"email":"an\\u0000na@example.ch"}]}'],
    ['with NUL in a name', '{"signees":[{"email":"anna@example.ch","name":"Anna\\u0000Berta"}]}'],
    ['with a direction mark in an address', '{"signees":[{"email":"anna\\u202e@example.ch"}]}'],
    ['with a direction mark in a name', '{"signees":[{"email":"anna@example.ch","name":"Anna \\u2066Muster"}]}'],
    ['with a blank of no width in an address', '{"signees":[{"email":"an\\u200bna@example.ch"}]}'],
    ['with a blank of no width in a name', '{"signees":[{"email":"anna@example.ch","name":"An\\ufeffna"}]}'],
    ['with a line end in an address', '{"signees":[{"email":"anna@example.ch\\n"}]}'],
    ['with a line end in a name', '{"signees":[{"email":"anna@example.ch","name":"Anna\\r\\nBcc: berta@example.ch"}]}'],
    ['with a joiner of graphemes in an address', '{"signees":[{"email":"an\\u034fna@example.ch"}]}'],
    ['with a variation selector in a name', '{"signees":[{"email":"anna@example.ch","name":"An\\ufe0fna"}]}'],
    ['with a Mongolian selector in a name', '{"signees":[{"email":"anna@example.ch","name":"An\\u180bna"}]}'],
    ['with a Hangul filler in an address', '{"signees":[{"email":"an\\u3164na@example.ch"}]}'],
    ['with a narrow Hangul filler in a name', '{"signees":[{"email":"anna@example.ch","name":"\\uffa0"}]}'],
    ['with an empty Braille pattern in an address', '{"signees":[{"email":"anna\\u2800@example.ch"}]}'],
    ['with a line separator in a name', '{"signees":[{"email":"anna@example.ch","name":"Anna\\u2028Muster"}]}'],
  ])('%s is wrong, and its document is not taken', async (_what, text) => {
    world.put('Contract.pdf');
    writeFileSync(world.path('Contract.pdf.json'), text);
    const app = await world.begin();
    const id = await app.add({ goal: 'send' });
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Contract.pdf: sidecar-wrong']);
    expect(world.names()).toEqual([]);
    await app.end();
  });

  test('with names of any language is right', async () => {
    const signees = ['Zoë O’Brien-García', 'محمد علي', '山田 太郎', 'Нина Петрова', 'Nguyễn Ánh'].map((name, at) => ({
      email: `p${at}@example.ch`,
      name,
    }));
    world.put('Contract.pdf');
    writeFileSync(world.path('Contract.pdf.json'), JSON.stringify({ signees }));
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    expect(world.submissions().map(({ wish }) => wish.signees)).toMatchObject([
      signees.map(({ email }) => ({ email })),
    ]);
    await app.end();
  });
});

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSidecar, SIDECAR_BYTES } from './sidecar.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';
import { profile } from './testing/folder-world.ts';

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const mkfifo = (path: string) => execFileSync('/usr/bin/mkfifo', [path]);

/** Ends a pipe that somebody still waits for, so that a red test ends, too. */
function release(path: string): void {
  if (existsSync(path)) closeSync(openSync(path, 'r+'));
}

describe('a sidecar', () => {
  test('that is a pipe or a link is wrong, and holds up nothing', async () => {
    for (const name of ['Linked.pdf', 'Other.pdf', 'Piped.pdf']) world.put(name);
    mkfifo(world.path('Piped.pdf.json'));
    writeFileSync(join(world.home, 'elsewhere.json'), '{"comment":"from elsewhere"}');
    symlinkSync(join(world.home, 'elsewhere.json'), world.path('Linked.pdf.json'));
    const app = await world.begin();
    const id = await app.add();
    try {
      await Promise.race([app.pass(A_WHILE), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      expect(app.shown(id)).toEqual(['Linked.pdf: sidecar-wrong', 'Other.pdf: under-way', 'Piped.pdf: sidecar-wrong']);
    } finally {
      release(world.path('Piped.pdf.json'));
      await app.end();
    }
  });

  test('that lay there long before its document says who signs it', async () => {
    writeFileSync(world.path('Lease.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
    const app = await world.begin();
    await app.add();
    await app.pass(20 * 60_000);
    world.put('Lease.pdf');
    await app.pass(A_WHILE);
    expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toEqual([
      ['carla@example.ch'],
    ]);
    await app.end();
  });

  test('that an earlier document of the name left behind does not speak for the next one, also after a restart', async () => {
    world.put('Invoice.pdf');
    let app = await world.begin();
    const id = await app.add();
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Sent/Invoice.pdf']);
    // It comes too late for its document.
    writeFileSync(world.path('Invoice.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
    await app.pass(10 * 60_000);
    expect(app.view(id)?.loneSidecars).toBe(1);
    await app.end();
    app = await world.begin();
    await app.pass(10 * 60_000);
    world.put('Invoice.pdf', 'the next one');
    await app.pass(A_WHILE);
    expect(app.shown(id)).toEqual(['Invoice.pdf: sidecar-old']);
    await app.pass(10 * 60_000);
    expect(world.submissions()).toHaveLength(1);
    expect(world.tree().filter((path) => path.startsWith('Needs'))).toEqual([
      'Needs attention/Invoice.pdf',
      'Needs attention/Invoice.pdf.json',
      'Needs attention/Invoice.pdf.txt',
    ]);
    // A person looked: both are meant.
    renameSync(world.path('Needs attention/Invoice.pdf'), world.path('Invoice.pdf'));
    renameSync(world.path('Needs attention/Invoice.pdf.json'), world.path('Invoice.pdf.json'));
    await app.pass(10 * 60_000);
    expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toContainEqual([
      'carla@example.ch',
    ]);
    await app.end();
  });

  test('that comes a moment before its document speaks for it, also when the name was used before', async () => {
    world.put('Invoice.pdf');
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    app.endsAs('started');
    await app.pass(A_WHILE);
    writeFileSync(world.path('Invoice.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
    await app.pass(A_WHILE);
    world.put('Invoice.pdf', 'the next one');
    await app.pass(A_WHILE);
    expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toContainEqual([
      'carla@example.ch',
    ]);
    await app.end();
  });
});

describe('a sidecar beside its document', () => {
  test('that comes long after its document is waited for, if the rule says so', async () => {
    world.put('Lease.pdf');
    const app = await world.begin();
    const id = await app.add({ needsSidecar: true });
    await app.pass(20 * 60_000);
    expect(app.shown(id)).toEqual(['Lease.pdf: no-sidecar']);
    expect(world.tree()).toEqual(['Lease.pdf']);
    writeFileSync(world.path('Lease.pdf.json'), '{"signees":[{"email":"carla@example.ch"}]}');
    app.hearers.at(-1)?.hint('Lease.pdf.json');
    await app.pass(A_WHILE);
    expect(world.submissions().map(({ wish }) => wish.signees.map(({ email }) => email))).toEqual([
      ['carla@example.ch'],
    ]);
    await app.end();
  });

  test('goes with its document also when its name is taken, so that it never speaks for the next document', async () => {
    world.put('Scan.pdf');
    writeFileSync(world.path('Scan.pdf.json'), '{"comment":"first"}');
    mkdirSync(world.path('Sent'));
    writeFileSync(world.path('Sent/Scan.pdf.json'), '{"comment":"an older one"}');
    const app = await world.begin();
    await app.add();
    await app.pass(A_WHILE);
    const [submission] = world.submissions();
    app.endsAs('started');
    await app.pass(A_WHILE);
    expect(world.exists('Scan.pdf.json')).toBe(false);
    expect(readdirSync(world.path('Sent')).toSorted()).toEqual(['Scan.pdf', 'Scan.pdf (2).json', 'Scan.pdf.json']);
    world.put('Scan.pdf', 'another');
    await app.pass(A_WHILE);
    expect(world.submissions().find(({ id }) => id !== submission?.id)?.wish.comment).toBe(profile.choices.comment);
    await app.end();
  });

  test.each([
    ['deep', `${'{"signees":['.repeat(50_000)}${']}'.repeat(50_000)}`],
    ['deep and unclosed', '['.repeat(SIDECAR_BYTES)],
    ['with a crowd of people', JSON.stringify({ signees: Array.from({ length: 30_000 }, () => ({ email: 'a' })) })],
    ['with a long address', JSON.stringify({ signees: [{ email: `a@${'b.'.repeat(400_000)}` }] })],
    ['with a long name of a field', `{"${'x'.repeat(900_000)}":1}`],
    ['with a name that JavaScript knows', '{"__proto__":{"profile":"Contracts"}}'],
    ['with another one', '{"constructor":{"profile":"Contracts"}}'],
  ])('%s is wrong, and is judged in a moment', (_name, text) => {
    const read = readSidecar(text);
    expect(read.kind).toBe('wrong');
    expect(JSON.stringify(read).length).toBeLessThan(200);
  });

  test('cannot write its mistake backwards into our sentence', () => {
    expect(readSidecar('{"a\u202Eb\\u0007c":1}')).toEqual({ kind: 'wrong', where: 'a\uFFFDb\uFFFDc' });
  });
});

describe('files of ours that somebody else replaced', () => {
  test('by pipes, links and giants hold up nothing: a claim counts as that of somebody else', async () => {
    for (const name of ['Big.pdf', 'Linked.pdf', 'Other.pdf', 'Piped.pdf']) world.put(name);
    const app = await world.begin();
    const id = await app.add();
    const claim = (name: string) => world.path(`.countersign/claims/${world.sha256(name)}.claim`);
    mkfifo(claim('Piped.pdf'));
    symlinkSync(join(world.home, 'nowhere'), claim('Linked.pdf'));
    writeFileSync(claim('Big.pdf'), '');
    truncateSync(claim('Big.pdf'), 3_000_000_000);
    mkfifo(world.path('.countersign/watchers/x.json'));
    try {
      await Promise.race([app.pass(A_WHILE), new Promise((resolve) => setTimeout(resolve, 5_000))]);
      expect(app.shown(id)).toEqual([
        'Big.pdf: claimed',
        'Linked.pdf: claimed',
        'Other.pdf: under-way',
        'Piped.pdf: claimed',
      ]);
    } finally {
      release(claim('Piped.pdf'));
      release(world.path('.countersign/watchers/x.json'));
      await app.end();
    }
  });
});

describe('another folder in place of the watched one', () => {
  test('between two whole looks is not touched, although it was watched before as well', async () => {
    const app = await world.begin();
    const id = await app.add();
    const hearer = app.hearers.at(-1);
    await app.hears(id);
    renameSync(world.root, `${world.root} away`);
    mkdirSync(world.path('.countersign/claims'), { recursive: true });
    writeFileSync(world.path('.countersign/folder.json'), '{"version":1,"id":"another"}');
    world.put('Private.pdf');
    hearer?.hint('Private.pdf');
    await app.pass(A_WHILE);
    expect(app.view(id)?.status).toBe('replaced');
    expect(world.submissions()).toEqual([]);
    expect(readdirSync(world.path('.countersign/claims'))).toEqual([]);
    rmSync(`${world.root} away`, { recursive: true });
    await app.end();
  });
});

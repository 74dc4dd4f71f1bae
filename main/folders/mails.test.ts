import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attachedFile, compoundFile, outlookMail } from '../intake/mail/testing/outlook-file.ts';
import { mailOf } from '../intake/mail/testing/sample-mails.ts';
import { pdfOf } from '../intake/testing/sample-files.ts';
import { outboxFolder } from '../outbox/testing/outbox-folder.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { A_WHILE, eachWorld, type FolderWorld } from './testing/each-world.ts';

type App = Awaited<ReturnType<FolderWorld['begin']>>;

let world: FolderWorld;
eachWorld((fresh) => {
  world = fresh;
});

const mail = (...names: readonly string[]) => mailOf(...names.map((name) => ({ name, content: pdfOf(`% ${name}`) })));

function put(name: string, content: Buffer): void {
  mkdirSync(dirname(world.path(name)), { recursive: true });
  writeFileSync(world.path(name), content);
}

/** Watches the folder until everything in it has come to rest. */
async function watch(rule: Parameters<App['add']>[0] = {}, patch: Parameters<FolderWorld['begin']>[0] = {}) {
  const app = await world.begin(patch);
  const id = await app.add(rule);
  await app.pass(A_WHILE);
  return { app, id };
}

const goals = () => Object.fromEntries(world.submissions().map(({ wish, goal }) => [wish.file.name, goal]));
/** Long enough for a file that cannot be sent to be set aside. */
const PATIENCE = 200_000;

describe('a mail in a watched folder', () => {
  test('is taken apart: its documents are prepared, and it goes to the originals', async () => {
    put('Lease.eml', mail('Lease.pdf', 'Offer.pdf'));
    put('Outlook.msg', compoundFile(outlookMail(attachedFile('Plan.pdf', pdfOf('% Plan')))));
    const { app, id } = await watch();
    expect(goals()).toEqual({ 'Lease.pdf': 'hold', 'Offer.pdf': 'hold', 'Plan.pdf': 'hold' });
    expect(world.tree()).toEqual(['Lease.pdf', 'Offer.pdf', 'Plan.pdf', 'Sent/Lease.eml', 'Sent/Outlook.msg']);
    const { lines } = app.folders.activity(id, 'taken');
    expect(lines.map(({ kind, name, to }) => `${kind} ${to || name}`).toSorted()).toEqual([
      'moved Sent/Lease.eml',
      'moved Sent/Outlook.msg',
      'taken Lease.pdf',
      'taken Offer.pdf',
      'taken Plan.pdf',
      'unpacked Lease.eml',
      'unpacked Outlook.msg',
    ]);
    await app.end();
  });

  test('is only prepared by a folder that sends, also under another name and after a restart', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    world.put('Plan.pdf');
    const first = await world.begin();
    // Nothing is taken before the rule, so the end comes between the unpacking and the taking.
    await first.add({ goal: 'send', patterns: ['*.eml'] });
    await first.pass(A_WHILE);
    expect([goals(), world.exists('Lease.pdf')]).toEqual([{}, true]);
    const content = readFileSync(world.path('Lease.pdf'));
    rmSync(world.path('Lease.pdf'));
    put('Renamed.pdf', content);
    await first.end();
    const app = await world.begin();
    const id = app.state.get().folders[0]?.id ?? '';
    const rule = app.view(id)?.rule;
    if (rule) await app.folders.save(id, { ...rule, patterns: ['*.pdf'] }, true);
    await app.pass(A_WHILE);
    expect(goals()).toEqual({ 'Plan.pdf': 'send', 'Renamed.pdf': 'hold' });
    await app.end();
  });

  test('stays where originals stay, and is opened once', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    const { app, id } = await watch({ originals: 'keep' });
    expect(app.shown(id)).toEqual(['Lease.eml: unpacked', 'Lease.pdf: under-way']);
    rmSync(world.path('Lease.pdf'));
    await app.end();
    const next = await world.begin();
    await next.pass(A_WHILE);
    expect(world.tree()).toEqual(['Lease.eml']);
    expect(world.names()).toEqual(['Lease.pdf']);
    await next.end();
  });

  test('puts its documents where it lies, and over no other file', async () => {
    put('Contracts/Lease.eml', mail('Lease.pdf', 'Lease.pdf'));
    world.put('Contracts/Lease.pdf', 'another one');
    const { app } = await watch();
    expect(world.tree()).toEqual(['Contracts/Lease (2).pdf', 'Contracts/Lease.pdf', 'Sent/Contracts/Lease.eml']);
    expect(readFileSync(world.path('Contracts/Lease.pdf'), 'latin1')).toContain('another one');
    expect(world.names()).toEqual(['Lease (2).pdf', 'Lease.pdf']);
    await app.end();
  });

  test.each([
    ['../../out.pdf', 'out.pdf'],
    ['.hidden.pdf', 'hidden.pdf'],
    ['~$owner.pdf', 'document owner.pdf'],
    ['C:\\dir\\out.pdf', 'out.pdf'],
  ])('puts %s nowhere else, under a name that is taken', async (name, as) => {
    put(
      'Lease.eml',
      mailOf({ content: pdfOf(), disposition: `attachment; filename*=utf-8''${encodeURIComponent(name)}` }),
    );
    const { app } = await watch();
    expect(world.tree()).toEqual([as, 'Sent/Lease.eml'].toSorted());
    expect(world.names()).toEqual([as]);
    await app.end();
  });

  test.each([
    ['without a document', mailOf({ type: 'text/plain', content: 'Hello' }), []],
    ['that is cut', mail('Lease.pdf', 'Offer.pdf').subarray(0, -12), ['Lease.pdf', 'Offer.pdf']],
    ['that is no mail', Buffer.from('Hello'), []],
  ])('%s is set aside with the reason, and what could be read is prepared', async (_what, content, names) => {
    put('Lease.eml', content);
    const { app, id } = await watch();
    expect(app.shown(id)).toContain('Lease.eml: not-a-document');
    await app.pass(PATIENCE);
    expect(world.tree()).toEqual([...names, 'Needs attention/Lease.eml', 'Needs attention/Lease.eml.txt'].toSorted());
    expect(world.names()).toEqual(names);
    await app.end();
  });

  test('that ended the thread is set aside, and nothing of it stays', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    const documentReader: typeof directTextMarkReader = {
      ...directTextMarkReader,
      async mail(_bytes, take) {
        await take({ at: 0, name: 'Half.pdf', size: 6, bytes: new Uint8Array(3), last: false });
        return null;
      },
    };
    const { app } = await watch({}, { documentReader });
    await app.pass(PATIENCE);
    expect(world.tree()).toEqual(['Needs attention/Lease.eml', 'Needs attention/Lease.eml.txt']);
    expect(world.names()).toEqual([]);
    await app.end();
  });

  test('that is set aside cannot be sent, and one that is moved back is opened again', async () => {
    put('Needs attention/Lease.eml', mail('Lease.pdf'));
    const { app, id } = await watch();
    expect(app.folders.files(id, 'all').files).toMatchObject([{ verdict: 'not-a-document', actions: [] }]);
    expect(world.names()).toEqual([]);
    put('Lease.eml', readFileSync(world.path('Needs attention/Lease.eml')));
    rmSync(world.path('Needs attention/Lease.eml'));
    await app.pass(PATIENCE * 2);
    expect(world.names()).toEqual(['Lease.pdf']);
    await app.end();
  });

  test('is left alone by a rule that does not name it, and untouched in a preview', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    const app = await world.begin();
    const preview = await app.folders.preview(world.root);
    if (!preview.ok) throw new Error('There is no preview.');
    await app.pass(A_WHILE);
    expect([app.shown(preview.id), world.tree()]).toEqual([['Lease.eml: mail'], ['Lease.eml']]);
    await app.add({ patterns: ['*.pdf'] });
    await app.pass(A_WHILE);
    expect(world.tree()).toEqual(['Lease.eml']);
    await app.end();
  });

  test('waits while sending is paused', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    world.here.journal.submissions.setPaused(true, 1);
    const { app, id } = await watch();
    expect([app.shown(id), world.tree()]).toEqual([['Lease.eml: waiting'], ['Lease.eml']]);
    await app.end();
  });

  test('that changes while it is read gives nothing', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    let isFirst = true;
    const documentReader: typeof directTextMarkReader = {
      ...directTextMarkReader,
      async mail(bytes, take) {
        const end = await directTextMarkReader.mail(bytes, take);
        if (isFirst) put('Lease.eml', mail('Other.pdf'));
        isFirst = false;
        return end;
      },
    };
    const { app } = await watch({}, { documentReader });
    await app.pass(PATIENCE * 2);
    expect(world.names()).toEqual(['Other.pdf']);
    await app.end();
  });

  test('is not taken twice when the app ended before the mail was moved', async () => {
    put('Lease.eml', mail('Lease.pdf'));
    const moveFile = async () => ({ kind: 'failed', code: 'EBUSY', ofFolder: false }) as const;
    const { app } = await watch({}, { moveFile });
    expect(world.tree()).toEqual(['Lease.eml', 'Lease.pdf']);
    await app.end();
    const next = await world.begin();
    await next.pass(A_WHILE);
    expect(world.tree()).toEqual(['Lease.pdf', 'Sent/Lease.eml']);
    expect(world.names()).toEqual(['Lease.pdf']);
    await next.end();
  });

  test('that two computers see is opened by one, and each document taken once', async () => {
    await using there = outboxFolder();
    there.journal.connections.save(world.connection, 1);
    const outbox = there.open();
    await outbox.ready;
    const here = await world.begin();
    const other = await world.begin(
      { journal: there.journal, outbox },
      { id: 'computer-2', name: 'PC-2', user: 'beat' },
    );
    await here.add({ goal: 'send' });
    await other.add({ goal: 'send' });
    put('Lease.eml', mail('Lease.pdf', 'Offer.pdf'));
    for (let step = 0; step < 60; step += 1) {
      // oxlint-disable-next-line no-await-in-loop -- both live at once
      await Promise.all([here.pass(10_000), other.pass(10_000)]);
    }
    const all = [
      ...world.submissions(),
      ...there.journal.pages.page({ connectionId: world.connection.id, limit: 100 }).rows,
    ];
    expect(all.map(({ wish, goal }) => `${wish.file.name} ${goal}`).toSorted()).toEqual([
      'Lease.pdf hold',
      'Offer.pdf hold',
    ]);
    expect(world.tree()).toEqual(['Lease.pdf', 'Offer.pdf', 'Sent/Lease.eml']);
    await here.end();
    await other.end();
  });
});

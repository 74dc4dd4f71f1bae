import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stoppedClock } from '../testing/clocks.ts';
import { createBesideFiles } from './beside-files.ts';
import { isOwnerFile } from './file-names.ts';
import { createFileTable } from './file-table.ts';
import type { UntrustedFile } from './inside-folder.ts';

const QUIET_MS = 5_000;
const DAY = 24 * 60 * 60_000;
const seenAs = (look: string) => ({ look, mtimeMs: 0, arrivedMs: 0 });

/** A document and what lies beside it. The disk answers what the test says. */
function scene({ name = 'Lease.pdf', wasTaken = false, isEarlierBy = 0 } = {}) {
  let now = 0;
  let answer: () => UntrustedFile = () => ({ kind: 'text', text: '{"comment":"By Friday"}' });
  let reads = 0;
  const table = createFileTable(() => now);
  const besides = createBesideFiles({
    root: '/nowhere',
    table,
    clock: { ...stoppedClock(), now: () => now, monotonic: () => now },
    wasTaken: () => wasTaken,
    async read() {
      reads += 1;
      return answer();
    },
  });
  const file = { path: name, name, size: 1, isInCloud: false, isNameBroken: false, special: null };
  const record = table.see({ ...file, look: '1:1:1:1', arrivedMs: isEarlierBy }, QUIET_MS);
  return {
    table,
    besides,
    record,
    pass: (ms: number) => void (now += ms),
    async sidecar() {
      await besides.gather(record, QUIET_MS);
      return record.sidecar;
    },
    answers: (next: () => UntrustedFile) => void (answer = next),
    reads: () => reads,
  };
}

describe('an owner file', () => {
  test.each([
    ['Contract.docx', '~$ntract.docx', 'office'],
    ['Offer12.docx', '~$ffer12.docx', 'office'],
    ['Offer1.docx', '~$Offer1.docx', 'office'],
    ['Budget 2026.xlsx', '~$Budget 2026.xlsx', 'office'],
    ['Contract.docx', '.~lock.Contract.docx#', 'libreoffice'],
    ['Mu\u0308ller.docx', '.~lock.M\u00fcller.docx#', 'libreoffice'],
    ['CONTRACT.DOCX', '~$ntract.docx', 'office'],
  ] as const)('tells that %s is open: %s', (name, owner, editor) => {
    const { table, besides, record } = scene({ name });
    expect(isOwnerFile(owner)).toBe(true);
    table.seeBeside(owner, seenAs('2:2:2:2'));
    expect(besides.openIn(record)).toBe(editor);
    table.remove(owner);
    expect(besides.openIn(record)).toBe(null);
  });

  test('of another document does not count', () => {
    const { table, besides, record } = scene({ name: 'Contract.docx' });
    for (const owner of ['~$ffer.docx', '.~lock.Offer.docx#', '~$tract.docx', 'Sub/~$ntract.docx'])
      table.seeBeside(owner, seenAs('2:2:2:2'));
    expect(besides.openIn(record)).toBe(null);
  });

  test('that nobody touched for a day was left behind', () => {
    const { table, besides, record, pass } = scene({ name: 'Contract.docx' });
    table.seeBeside('~$ntract.docx', seenAs('2:2:2:2'));
    pass(DAY - 1);
    expect(besides.openIn(record)).toBe('office');
    pass(2);
    expect(besides.openIn(record)).toBe(null);
  });
});

describe('a sidecar', () => {
  const rested = (given: Parameters<typeof scene>[0] = {}) => {
    const here = scene(given);
    here.table.seeBeside('Lease.pdf.json', seenAs('2:2:2:2'));
    here.pass(QUIET_MS);
    return here;
  };
  const refuse = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };

  test.each(['EBUSY', 'EACCES', 'EIO', 'EPERM'])('that answers %s waits, and is read again', async (code) => {
    const { sidecar, answers, reads } = rested();
    answers(refuse(code));
    expect(await sidecar()).toEqual({ kind: 'unread' });
    answers(() => ({ kind: 'text', text: '{"comment":"By Friday"}' }));
    expect(await sidecar()).toMatchObject({ kind: 'read', sidecar: { comment: 'By Friday' } });
    await sidecar();
    expect(reads()).toBe(2);
  });

  test('that vanished since the look is waited for', async () => {
    const { sidecar, answers } = rested();
    answers(() => ({ kind: 'none' }));
    expect(await sidecar()).toMatchObject({ kind: 'writing' });
  });

  test('is kept as it was read only while it is there', async () => {
    const { sidecar, table, besides, reads } = rested();
    await sidecar();
    table.remove('Lease.pdf.json');
    besides.forgetGone();
    table.seeBeside('Lease.pdf.json', seenAs('2:2:2:2'));
    expect(await sidecar()).toMatchObject({ kind: 'writing' });
    expect(reads()).toBe(1);
  });

  test('that the disk had long before its document may belong to an earlier document of the name', async () => {
    expect(await rested({ wasTaken: true, isEarlierBy: 61_000 }).sidecar()).toEqual({ kind: 'old' });
    expect(await rested({ wasTaken: true, isEarlierBy: 59_000 }).sidecar()).toMatchObject({ kind: 'read' });
    expect(await rested({ isEarlierBy: 61_000 }).sidecar()).toMatchObject({ kind: 'read' });
  });

  test('is read anew in the moment of acting, also under the same look, and its names are listed again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'countersign-beside-'));
    try {
      const table = createFileTable(() => 0);
      const besides = createBesideFiles({ root, table, clock: stoppedClock(), wasTaken: () => false });
      const file = { path: 'Lease.pdf', name: 'Lease.pdf', size: 1, isInCloud: false, isNameBroken: false };
      const record = table.see({ ...file, look: '1', arrivedMs: 0, special: null }, 0);
      await besides.refresh(record, await besides.listNow(''), 0);
      expect(record.sidecar).toBe(null);
      writeFileSync(join(root, 'LEASE.pdf.json'), '{"comment":"By Friday"}');
      await besides.refresh(record, await besides.listNow(''), 0);
      expect(record.sidecar).toMatchObject({ kind: 'read', sidecar: { comment: 'By Friday' } });
      rmSync(join(root, 'LEASE.pdf.json'));
      await besides.refresh(record, await besides.listNow(''), 0);
      expect(record.sidecar).toBe(null);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test.each([
    [
      'a sidecar',
      'Lease.pdf.json',
      (openIn: unknown, sidecar: unknown) => expect([openIn, sidecar]).toMatchObject([null, { kind: 'read' }]),
    ],
    ['an owner file', '.~lock.Lease.pdf#', (openIn: unknown) => expect(openIn).toBe('libreoffice')],
  ] as const)(
    '%s counts in the moment of acting also where the list of its folder is an older one',
    async (_what, name, judge) => {
      const root = mkdtempSync(join(tmpdir(), 'countersign-beside-'));
      try {
        const table = createFileTable(() => 0);
        const clock = { ...stoppedClock(), now: Date.now };
        const besides = createBesideFiles({ root, table, clock, wasTaken: () => false });
        const file = { path: 'Lease.pdf', name: 'Lease.pdf', size: 1, isInCloud: false, isNameBroken: false };
        const record = table.see({ ...file, look: '1', arrivedMs: 0, special: null }, 0);
        const before = await besides.listNow('');
        writeFileSync(join(root, name), '{"comment":"By Friday"}');
        await besides.refresh(record, before, 0);
        judge(besides.openIn(record), record.sidecar);
        rmSync(join(root, name));
        await besides.refresh(record, before, 0);
        expect([besides.openIn(record), record.sidecar]).toEqual([null, null]);
      } finally {
        rmSync(root, { recursive: true });
      }
    },
  );
});

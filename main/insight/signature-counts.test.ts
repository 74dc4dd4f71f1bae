import { expect, test } from 'vitest';
import type { DocumentSignee } from '../../preload/contract/document.ts';
import { sampleTracked } from '../journal/testing/sample-tracked.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { createTexts } from '../words/texts.ts';
import { type CountedDocument, createSignatureCounts, signatureTable } from './signature-counts.ts';

const on = (month: number, day = 5) => new Date(2026, month - 1, day, 12).getTime();
const signee = (status: string | null, decidedAt?: number): DocumentSignee => ({
  email: null,
  name: null,
  order: null,
  status,
  ...(decidedAt !== undefined && { decidedAt }),
});

function counted(differs: Partial<TrackedDocument>, more: Partial<CountedDocument> = {}): CountedDocument {
  return {
    document: { ...sampleTracked, ...differs },
    startedAt: on(1),
    profile: 'Leases',
    mode: 'qualified',
    ...more,
  };
}

function linesOf(...documents: readonly CountedDocument[]) {
  const counts = createSignatureCounts();
  for (const document of documents) counts.add(document);
  return counts
    .lines()
    .map(({ month, profile, mode, signatures, documents: all }) => [month, profile, mode, signatures, all]);
}

test('each signature counts in its month, by profile and kind, and each document once', () => {
  const signees = [signee('signed', on(4)), signee('signed', on(5)), signee('signed', on(5, 9)), signee('pending')];
  const running = counted({ status: 'in-progress', signees });
  const simple = counted({ status: 'in-progress', signees: [signee('signed', on(5))] }, { mode: 'timestamp' });
  const elsewhere = counted(
    { status: 'in-progress', signees: [signee('signed', on(5))] },
    { profile: null, mode: null },
  );
  expect(linesOf(running, simple, elsewhere)).toEqual([
    ['2026-04', 'Leases', 'qualified', 1, 1],
    ['2026-05', 'Leases', 'qualified', 2, 1],
    ['2026-05', 'Leases', 'timestamp', 1, 1],
    ['2026-05', null, null, 1, 1],
  ]);
});

test('where the service tells nothing of single people, everybody has signed a signed document', () => {
  const alone = (status: string) => counted({ status, completed: on(6), signees: [signee(null), signee(null)] });
  expect(linesOf(alone('signed'), alone('in-progress'), alone('rejected'))).toEqual([
    ['2026-06', 'Leases', 'qualified', 2, 1],
  ]);
});

test('where the service does not say when somebody signed, the end of the document does, and else no month', () => {
  const signees = [signee('signed'), signee('signed')];
  const ended = counted({ status: 'signed', completed: on(6), since: on(7), signees });
  const rejected = counted({
    status: 'rejected',
    completed: on(6),
    since: on(7),
    signees: [signee('signed'), signee('rejected')],
  });
  const running = counted({ status: 'in-progress', notBefore: on(2), since: on(3), signees: [signee('signed')] });
  expect(linesOf(ended, rejected, running)).toEqual([
    ['', 'Leases', 'qualified', 1, 1],
    ['2026-06', 'Leases', 'qualified', 3, 2],
  ]);
});

test('the name of a profile is no formula in the table', () => {
  const counts = createSignatureCounts();
  counts.add(
    counted({ status: 'signed', completed: on(6), since: on(7), signees: [signee('signed')] }, { profile: '=1+1' }),
  );
  const figures = { lines: counts.lines(), howFar: counts.howFar(), isWhole: true };
  const [head, line, end] = signatureTable(figures, ';', createTexts().in('en')).split('\r\n');
  expect(head).toBe('\uFEFFMonth;Profile;Kind of signature;Signatures;Documents');
  expect(line).toMatch(/^2026-06;'=1\+1;[^;]+;1;1$/);
  expect(end).toBe('');
});

test('a kind of signature that was not read is told as unknown, and an unknown word as it is', () => {
  const counts = createSignatureCounts();
  for (const mode of [null, 'by-hand'])
    counts.add(counted({ status: 'signed', completed: on(6), since: on(7), signees: [signee('signed')] }, { mode }));
  const figures = { lines: counts.lines(), howFar: counts.howFar(), isWhole: true };
  const [, ...lines] = signatureTable(figures, ';', createTexts().in('en')).trimEnd().split('\r\n');
  expect(lines).toEqual(['2026-06;Leases;by-hand;1;1', '2026-06;Leases;Unknown;1;1']);
});

test('a table that nobody has read to its end says so: somebody may pay by it', () => {
  const counts = createSignatureCounts();
  const unread: readonly Partial<TrackedDocument>[] = [
    { status: 'signed', completed: on(6), signees: null },
    { status: 'rejected', signees: [signee(null), signee(null)] },
    { status: 'in-progress', signStatus: 'in-progress', signees: [signee(null), signee(null)] },
  ];
  const read: readonly Partial<TrackedDocument>[] = [
    { status: 'in-progress', signStatus: 'pending', signees: null },
    { status: 'in-progress', signStatus: 'in-progress', signees: [signee('signed', on(5)), signee('pending')] },
    { status: 'signed', completed: on(6), signees: [signee(null)] },
  ];
  for (const document of [...unread, ...read]) counts.add(counted(document));
  const figures = { lines: counts.lines(), howFar: counts.howFar(), isWhole: false };
  expect(figures.howFar).toEqual({ read: 3, all: 6 });
  const said = signatureTable(figures, ',', createTexts().in('en')).trimEnd().split('\r\n').slice(-2);
  expect(said).toEqual([
    'The table of all months has the signatures of 3 of 6 documents.,,,,',
    'The list was not read to its end yet: the figures may grow.,,,,',
  ]);
});

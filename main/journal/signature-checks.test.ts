import { describe, expect, test } from 'vitest';
import { unsignedFigures } from '../signatures/testing/sample-figures.ts';
import { openJournal } from './journal.ts';

const figures = { ...unsignedFigures, at: 5, signed: 1 };
const report = { state: 'none', isEncrypted: false, signatures: [], sent: null } as const;
const check = { connectionId: 'c', documentId: 'd', figures, report: { ...report, signatures: [] }, more: 0 };

function prepare() {
  const { journal } = openJournal(':memory:');
  journal.documentFacts.see('c', [{ id: 'd', status: 'signed' }], { at: 1, before: null, account: null });
  const save = (sha256: string) =>
    journal.savedCopies.add({ connectionId: 'c', documentId: 'd', path: `/${sha256}.pdf`, sha256, size: 1, at: 2 });
  const noted = () => journal.documentFacts.find('c', 'd')?.signatures ?? null;
  return { journal, save, noted };
}

describe('the check of a copy', () => {
  test('stands with the document and its history, with the hash of the content and the time', () => {
    const { journal, save, noted } = prepare();
    journal.signatureChecks.put(check);
    save('aa');
    expect(noted()).toEqual(figures);
    expect(journal.signatureChecks.of('c', 'd', 'aa')).toEqual({ sha256: 'aa', report, more: 0 });
    const event = journal.history('document:d', 10).find(({ kind }) => kind === 'copy-checked');
    expect([event?.at, JSON.parse(event?.content ?? '')]).toMatchObject([
      5,
      { sha256: 'aa', state: 'none', signed: 1 },
    ]);
    journal.close();
  });

  test('is not one of another content, and ends with a copy of another content', () => {
    const { journal, save, noted } = prepare();
    journal.signatureChecks.put(check);
    expect(journal.signatureChecks.of('c', 'd', 'bb')).toBeNull();
    save('aa');
    save('aa');
    expect(noted()?.sha256).toBe('aa');
    save('bb');
    expect(noted()).toBeNull();
    journal.close();
  });

  test('is in the history when it was first made of a content, and when its verdict changed', () => {
    const { journal, save } = prepare();
    const checkedAt = () =>
      journal
        .history('document:d', 20)
        .filter(({ kind }) => kind === 'copy-checked')
        .map(({ at }) => at);
    journal.signatureChecks.put(check);
    save('aa');
    journal.signatureChecks.put({ ...check, figures: { ...figures, at: 6 } });
    expect(checkedAt()).toEqual([5]);
    expect(journal.documentFacts.find('c', 'd')?.signatures?.at).toBe(6);
    journal.signatureChecks.put({ ...check, figures: { ...figures, at: 7, state: 'unchecked' }, report: null });
    journal.signatureChecks.put({ ...check, figures: { ...figures, at: 8 } });
    journal.signatureChecks.put({ ...check, figures: { ...figures, at: 9, sha256: 'bb' } });
    expect(checkedAt()).toEqual([5, 7, 8, 9]);
    journal.close();
  });

  test('replaces the one before, also one that could not be finished', () => {
    const { journal, noted } = prepare();
    journal.signatureChecks.put(check);
    journal.signatureChecks.put({ ...check, figures: { ...figures, state: 'unchecked' }, report: null });
    expect(noted()?.state).toBe('unchecked');
    expect(journal.signatureChecks.of('c', 'd', 'aa')?.report).toBeNull();
    journal.close();
  });
});

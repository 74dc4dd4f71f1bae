import { describe, expect, test } from 'vitest';
import type { ListQuery } from '../../preload/contract/list.ts';
import { anyFolder, wholeList } from '../../preload/contract/list-choices.ts';
import { DAY, indexOf, keys, NOW, viewOf } from './testing/sample-index.ts';
import { documentKey, sampleDocuments as documents, endedKey, submissionKey } from './testing/sample-keys.ts';

describe('filters', () => {
  test('searches without regard to case and accents, within the group', async () => {
    const index = await indexOf(documents);
    expect(await keys(index, { search: ' gru\u0308n ' })).toEqual(['2']);
    expect(await keys(index, { search: 'grün', group: 'finished' })).toEqual([]);
    expect(await keys(index, { search: 'grun vertrag' })).toEqual(['2']);
    expect(await keys(index, { search: 'grun miete' })).toEqual([]);
  });

  test('looks for words in the document as well as in its submission', async () => {
    const submission = endedKey('a', 'started', { documentId: 'd', words: ' lease beat frei ch ' });
    const index = await indexOf([documentKey('d', 'signed', { words: ' lease anna muster ' })], [submission]);
    expect(await keys(index, { search: 'frei anna' })).toEqual(['submission:a']);
  });

  test('finds the documents of a person by the name that only People knows', async () => {
    const words = (address: string) => ({ words: ` lease ${address} ` });
    const index = await indexOf([
      documentKey('d', 'signed', words('carla x ch')),
      documentKey('e', 'signed', words('micarla x ch')),
    ]);
    expect(await keys(index, { search: 'Rossi' })).toEqual(['d']);
    expect(await keys(index, { search: 'rossi other' })).toEqual([]);
  });

  test('a person is looked for among the people, not in the name of a document or a note', async () => {
    const submission = endedKey('a', 'started', {
      documentId: 'd',
      words: ' lease for clara beat frei ch ',
    });
    const document = documentKey('d', 'signed', { words: ' lease anna muster ', people: ' anna muster ; dora ' });
    const index = await indexOf([document], [submission]);
    expect(await keys(index, { person: 'clara' })).toEqual([]);
    expect(await keys(index, { person: 'lease' })).toEqual([]);
    expect(await keys(index, { person: 'muster dora' })).toEqual([]);
    expect(await keys(index, { person: 'beat@frei.ch' })).toEqual(['submission:a']);
    expect(await keys(index, { person: 'Anna M' })).toEqual(['submission:a']);
    expect(await keys(index, { person: 'anna@frei.ch' })).toEqual([]);
  });

  test('statuses are those of the document, or what this app knows they must be', async () => {
    const submissions = [endedKey('sent', 'started'), endedKey('taken back', 'withdrawn'), submissionKey('under way')];
    const index = await indexOf(documents, submissions);
    expect(await keys(index, { statuses: ['in-progress'] })).toEqual(['submission:sent', '2', '5']);
    expect(await keys(index, { statuses: ['withdrawn', 'signed'] })).toEqual(['1', 'submission:taken back', '7']);
    const signing = await indexOf([
      documentKey('a', 'in-progress', { signStatus: 'pending' }),
      documentKey('b', 'in-progress'),
    ]);
    expect(await keys(signing, { signStatuses: ['pending'] })).toEqual(['a']);
  });

  test('a document that the service has deleted is no longer running', async () => {
    const ended = endedKey('a', 'withdrawn', { documentId: 'late' });
    const index = await indexOf(
      [documentKey('lost', 'in-progress', { gone: true }), documentKey('late', 'in-progress', { gone: true })],
      [ended],
    );
    expect(await keys(index, { statuses: ['in-progress'] })).toEqual([]);
    expect(await keys(index, { statuses: ['withdrawn'] })).toEqual(['submission:a']);
  });

  test('soon are those that may be lost within a week, and unsaved those without a copy', async () => {
    const at = (days: number) => ({ due: NOW + days * DAY });
    const index = await indexOf([
      documentKey('draft', 'draft', at(6)),
      documentKey('later', 'draft', at(8)),
      documentKey('safe', 'signed', { ...at(1), saved: true }),
      documentKey('lost', 'signed', at(1)),
      documentKey('rejected', 'rejected', at(1)),
      documentKey('gone', 'signed', { gone: true }),
      documentKey('moved', 'signed', { ...at(1), saved: true, copyFault: true }),
    ]);
    expect((await keys(index, { soon: true })).toSorted()).toEqual(['draft', 'lost', 'moved']);
    expect((await keys(index, { unsaved: true })).toSorted()).toEqual(['gone', 'lost', 'moved']);
    expect(await keys(index, { unsaved: true, soon: true, search: 'nothing' })).toEqual([]);
    expect(index.missing()).toBe(2);
  });

  test('what came from a folder', async () => {
    const index = await indexOf(documents, [
      submissionKey('a', { folder: 'f1', profileId: 'p1' }),
      submissionKey('b', { folder: 'f2', profileId: 'p1' }),
      submissionKey('c', { folder: 'f2' }),
      submissionKey('old', { folder: '' }),
      submissionKey('own'),
    ]);
    const found = async (query: Partial<ListQuery>) => (await keys(index, query)).toSorted();
    expect(await found({ folder: anyFolder })).toEqual(['a', 'b', 'c', 'old'].map((id) => `submission:${id}`));
    expect(await found({ folder: 'f2' })).toEqual(['submission:b', 'submission:c']);
    expect(await found({ folder: 'f2', profile: 'p1' })).toEqual(['submission:b']);
    expect(await found({ folder: 'removed' })).toEqual([]);
  });
});

test('only the rows of a profile', async () => {
  const index = await indexOf(
    [documentKey('d', 'draft')],
    [submissionKey('a', { profileId: 'p1' }), submissionKey('b')],
  );
  const found = await viewOf(index, { ...wholeList, profile: 'p1' });
  expect([found.total, found.groups[0]?.rows[0]?.key]).toEqual([1, 'submission:a']);
});

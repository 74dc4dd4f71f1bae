import { describe, expect, test } from 'vitest';
import { hashOf, type Submission } from '../submission/submission.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, checkOf, listed, start, submissionOf } from './testing/submission-steps.ts';

const unclear = refused({ kind: 'answer-lost', certainty: 'unclear' });

async function inDoubt(driven: ReturnType<typeof drivenOutbox>, ...submissions: readonly Submission[]): Promise<void> {
  driven.accept(...submissions);
  for (const { wish } of submissions) await driven.answer(`upload ${wish.file.name}`, unclear);
}

async function signeeInDoubt(driven: ReturnType<typeof drivenOutbox>, submission: Submission): Promise<void> {
  driven.accept(submission);
  await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
  await driven.answer('add a@x.test to d1', unclear);
  await driven.advance(10_000);
}

test('every call that was running when the app ended is in doubt', async () => {
  const driven = drivenOutbox(BEGIN);
  driven.accept(submissionOf('s1'));
  driven.worker.close();
  const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
  await again.worker.start();
  expect(again.calls()).toEqual([]);
  expect(again.stage('s1')).toMatchObject({ kind: 'unclear', step: 'upload' });
});

test('does not add a signee again who is there', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await signeeInDoubt(driven, submission);
  await driven.answer('details d1', documentOf(submission, 'd1', { signees: [], signeesOrdered: [['a@x.test']] }));
  expect(driven.calls()).toEqual(['add b@x.test to d1']);
});

test('adds a signee in doubt who is not there', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await signeeInDoubt(driven, submission);
  await driven.answer('details d1', documentOf(submission, 'd1', { signees: [] }));
  expect(driven.calls()).toEqual(['add a@x.test to d1']);
});

test('asks a person if it cannot tell signees apart', async () => {
  const driven = drivenOutbox(BEGIN);
  const submission = submissionOf('s1');
  await signeeInDoubt(driven, submission);
  await driven.answer('details d1', documentOf(submission, 'd1', { signees: [{ id: 7 }] }));
  expect(driven.store.find('s1')?.reason).toEqual({ kind: 'untellable' });
});

test('repeats a start that had no effect after another comparison', async () => {
  const driven = drivenOutbox(BEGIN);
  const { wish } = submissionOf('s1');
  const submission = submissionOf('s1', { startAfter: BEGIN, wish: { ...wish, signees: [{ email: 'a@x.test' }] } });
  driven.accept(submission);
  await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
  await driven.answer('add a@x.test to d1', { ok: true, value: null });
  await driven.answer('details d1', documentOf(submission, 'd1'));
  await driven.answer('start d1', unclear);
  await driven.advance(10_000);
  await driven.answer('details d1', documentOf(submission, 'd1'));
  expect(driven.stage('s1')).toMatchObject({ kind: 'calling', step: 'compare' });
});

test('never adopts a draft of another submission', async () => {
  const driven = drivenOutbox(BEGIN);
  const other = submissionOf('s2', {
    documentId: 'd2',
    stage: { kind: 'done', as: 'draft' },
    wish: submissionOf('s1').wish,
  });
  driven.store.commit([{ submission: other, event: { at: BEGIN, submissionId: 's2', fact: { kind: 'accepted' } } }]);
  await inDoubt(driven, submissionOf('s1'));
  await driven.worker.checked('one', checkOf(BEGIN, [listed('d2', 's1.pdf')]));
  expect(driven.calls()).toEqual([]);
  expect(driven.stage('s1')).toMatchObject({ missed: 1 });
});

test('asks a person about a draft that could belong to two submissions', async () => {
  const driven = drivenOutbox(BEGIN);
  const first = submissionOf('s1');
  await inDoubt(driven, first, { ...submissionOf('s2'), wish: first.wish });
  await driven.worker.checked('one', checkOf(BEGIN, [listed('d1', 's1.pdf')]));
  await driven.answer('details d1', documentOf(first, 'd1', { signees: [] }));
  await driven.answer('download https://storage.test/d1', { ok: true, value: first.wish.file.sha256 });
  const candidates = [{ documentId: 'd1', status: 'draft', createdAt: BEGIN, signees: [], likeness: 'proven' }];
  expect(driven.store.find('s1')?.reason).toEqual({ kind: 'several', candidates, more: 0, passed: [], whole: true });
  expect(driven.store.find('s2')?.reason).toEqual({ kind: 'several', candidates, more: 0, passed: [], whole: true });
});

test('compares again after a refused start', async () => {
  const driven = drivenOutbox(BEGIN);
  const { wish } = submissionOf('s1');
  const submission = submissionOf('s1', { startAfter: BEGIN, wish: { ...wish, signees: [{ email: 'a@x.test' }] } });
  driven.accept(submission);
  await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
  await driven.answer('add a@x.test to d1', { ok: true, value: null });
  await driven.answer('details d1', documentOf(submission, 'd1'));
  await driven.answer('start d1', refused());
  await driven.advance(10_000);
  expect(driven.calls()).toEqual(['details d1']);
});

test('after a repeated upload, still searches for a draft of the first one', async () => {
  const driven = drivenOutbox(BEGIN);
  await inDoubt(driven, submissionOf('s1'));
  for (let checks = 0; checks < 2; checks += 1) {
    await driven.advance(900_000);
    await driven.worker.checked('one', checkOf(driven.now()));
  }
  await driven.answer('upload s1.pdf', unclear);
  expect(driven.store.find('s1')?.firstSent?.at).toBe(BEGIN);
});

test('two uploads of one name share each look, and one draft goes to one of them', async () => {
  const driven = drivenOutbox(BEGIN);
  const [first, other] = [submissionOf('s1'), submissionOf('s2')];
  const file = { ...other.wish.file, name: first.wish.file.name, sha256: 'other' };
  const second = { ...other, wish: { ...other.wish, file } };
  await inDoubt(driven, first, second);
  await driven.advance(1_000);
  await driven.worker.checked('one', checkOf(driven.now(), [listed('d2', 's1.pdf'), listed('d1', 's1.pdf')]));
  const look = async (documentId: string, sha256: string) => {
    await driven.answer(`details ${documentId}`, documentOf(first, documentId, { signees: [] }));
    await driven.answer(`download https://storage.test/${documentId}`, { ok: true, value: sha256 });
  };
  await look('d2', 'stranger');
  await look('d1', hashOf(first));
  expect(driven.store.find('s1')?.documentId).toBe('d1');
  expect(driven.calls()).toEqual(['add a@x.test to d1']);
  expect(driven.store.find('s2')?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd2' }] });
});

test('an upload whose answer shows a document of another submission is in doubt', async () => {
  const driven = drivenOutbox(BEGIN);
  const [first, second] = [submissionOf('s1'), submissionOf('s2')];
  driven.accept(first, second);
  await driven.answer('upload s1.pdf', documentOf(first, 'd1', { signees: [] }));
  await driven.answer('upload s2.pdf', documentOf(first, 'd1', { signees: [] }));
  expect(driven.store.find('s2')).toMatchObject({ documentId: null, stage: { kind: 'unclear', step: 'upload' } });
});

test('an upload in doubt never takes the draft of another connection of its account', async () => {
  const driven = drivenOutbox(BEGIN);
  const other = submissionOf('s2', { connectionId: 'two', documentId: 'd2', wish: submissionOf('s1').wish });
  driven.store.commit([{ submission: other, event: { at: BEGIN, submissionId: 's2', fact: { kind: 'accepted' } } }]);
  await inDoubt(driven, submissionOf('s1'));
  await driven.worker.checked('one', checkOf(BEGIN, [listed('d2', 's1.pdf')]));
  expect([driven.calls(), driven.stage('s1')]).toMatchObject([[], { missed: 1 }]);
});

describe('a draft that an upload of another connection of the account may have made', () => {
  const sent = submissionOf('s1', { account: 'anna' });
  const late = { ...submissionOf('s2', { account: 'anna' }), wish: sent.wish, connectionId: 'two' };
  const orphan = documentOf(sent, 'd2', { signees: [] });
  const anna = (at: number) => checkOf(at, [listed('d2', 's1.pdf')], { account: 'anna' });

  async function withSent() {
    const driven = drivenOutbox(BEGIN, { ofSameAccount: () => ['one', 'two'], accountOf: () => 'anna' });
    await start(driven, sent);
    return driven;
  }

  test('is not offered for deletion while that one is in doubt', async () => {
    const driven = await withSent();
    await inDoubt(driven, late);
    const checked = driven.worker.checked('one', anna(driven.now()));
    await driven.advance(1_000);
    expect(driven.calls()).toEqual([]);
    await checked;
    expect(driven.store.find('s1')?.orphans).toEqual([]);
  });

  test('is not deleted when that one began after it was offered', async () => {
    const driven = await withSent();
    const checked = driven.worker.checked('one', anna(driven.now()));
    await driven.answer('details d2', orphan);
    await driven.answer('download https://storage.test/d2', { ok: true, value: sent.wish.file.sha256 });
    await checked;
    expect(driven.store.find('s1')?.orphans).toEqual(['d2']);
    const first = driven.worker.deleteOrphan('s1', 'd2');
    await inDoubt(driven, late);
    await driven.answer('details d2', orphan);
    expect(driven.calls()).toEqual([]);
    expect(await first).toBe(false);
    expect(await driven.worker.deleteOrphan('s1', 'd2')).toBe(false);
    expect(driven.calls()).toEqual([]);
  });
});

test('a draft of a file with signature fields is not deleted when somebody else was added to it meanwhile', async () => {
  const driven = drivenOutbox(BEGIN);
  const plain = submissionOf('s1');
  const wish = { ...plain.wish, scanPredefined: true, fieldsRead: true } as const;
  const sent = { ...plain, wish, orphans: ['d2'] };
  driven.accept(sent);
  await driven.answer('upload s1.pdf', documentOf(sent, 'd1', { signees: [] }));
  const deleted = driven.worker.deleteOrphan('s1', 'd2');
  await driven.advance(0);
  await driven.answer('details d2', documentOf(sent, 'd2', { signees: [{ email: 'stranger@example.com' }] }));
  const deletions = driven.calls().filter((call) => call.startsWith('delete'));
  expect([await deleted, deletions, driven.store.find('s1')?.orphans]).toEqual([false, [], []]);
});

test('a draft could belong to an upload in doubt of another connection of its account', async () => {
  const driven = drivenOutbox(BEGIN, { ofSameAccount: () => ['one', 'two'] });
  const first = submissionOf('s1');
  await inDoubt(driven, first);
  driven.accept({ ...submissionOf('s2'), wish: first.wish, connectionId: 'two' });
  await driven.worker.checked('one', checkOf(BEGIN, [listed('d1', 's1.pdf')]));
  await driven.answer('details d1', documentOf(first, 'd1', { signees: [] }));
  await driven.answer('download https://storage.test/d1', { ok: true, value: first.wish.file.sha256 });
  expect(driven.store.find('s1')?.reason).toMatchObject({ kind: 'several', candidates: [{ documentId: 'd1' }] });
});

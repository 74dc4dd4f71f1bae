import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { documentOf, drivenOutbox } from './testing/driven-outbox.ts';
import { BEGIN, HOUR, submissionOf } from './testing/submission-steps.ts';

/** A store whose disk can be full. */
function storeOn(disk: { readonly full: boolean }) {
  const memory = createMemoryStore();
  const unwritable = { ok: false, reason: 'unwritable', details: 'ENOSPC' } as const;
  return {
    ...memory,
    commit: (changes: Parameters<typeof memory.commit>[0]) => (disk.full ? unwritable : memory.commit(changes)),
  };
}

describe('a journal that cannot be written', () => {
  test('prevents new calls, and outcomes are stored later', async () => {
    const disk = { full: false };
    const driven = drivenOutbox(BEGIN, { store: storeOn(disk) });
    const submission = submissionOf('s1');
    driven.accept(submission);
    disk.full = true;
    driven.accept(submissionOf('s2'));
    await driven.worker.awake(0);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    expect(driven.calls()).toEqual([]);
    expect(driven.troubles).toContain('ENOSPC');
    disk.full = false;
    await driven.advance(6_000);
    expect(driven.store.find('s1')?.documentId).toBe('d1');
    expect(driven.calls()).toContain('add a@x.test to d1');
  });

  test('prevents new calls for five seconds, also if it can be written again at once', async () => {
    const disk = { full: false };
    const driven = drivenOutbox(BEGIN, { store: storeOn(disk), parallelCalls: () => 1 });
    const submission = submissionOf('s1');
    driven.accept(submission);
    driven.accept(submissionOf('s2'));
    disk.full = true;
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    disk.full = false;
    await driven.worker.awake(0);
    expect(driven.calls()).toEqual([]);
    await driven.advance(6_000);
    expect(driven.calls()).toHaveLength(1);
  });

  test('does not lose that the clock was set forward meanwhile: the time for Undo keeps its length', async () => {
    const disk = { full: false };
    const driven = drivenOutbox(BEGIN, { store: storeOn(disk) });
    const submission = submissionOf('s1');
    driven.accept(submission);
    disk.full = true;
    await driven.answer('upload s1.pdf', documentOf(submission, 'd1', { signees: [] }));
    driven.setClock(BEGIN + HOUR);
    await driven.worker.clockMoved(HOUR);
    disk.full = false;
    await driven.advance(6_000);
    expect(driven.store.find('s1')).toMatchObject({ documentId: 'd1', startAfter: submission.startAfter + HOUR });
  });
});

import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { decide } from '../submission/decide/decide.ts';
import type { Fact } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { createQuotas } from './quotas.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, HOUR, submissionOf } from './testing/submission-steps.ts';

/** Close to the daily limit, a refusal without a reason means the limit. */
const full = refused({ kind: 'busy', status: 429 });
const counted = (count = limits.documentsPerDay - 100) => ({
  ...createMemoryStore(),
  uploadsSince: () => ({ count, oldest: BEGIN - 20 * HOUR }),
});

function sized(id: string, size: number, patch: Partial<Submission> = {}): Submission {
  const { wish } = submissionOf(id);
  return submissionOf(id, { ...patch, wish: { ...wish, file: { ...wish.file, size } } });
}

/** Three uploads, all refused because of the daily limit, and a fourth that waits. */
async function refusedByQuota(...more: readonly Submission[]) {
  const driven = drivenOutbox(BEGIN, { store: counted() });
  const all = [sized('s1', 3_000), sized('s2', 1_000), sized('s3', 2_000), ...more];
  driven.accept(...all);
  for (const { wish } of all.slice(0, 3)) await driven.answer(`upload ${wish.file.name}`, full);
  return driven;
}

describe('the daily limit', () => {
  test('stops all uploads for an hour', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR - 1_000);
    expect(driven.calls()).toEqual([]);
    expect(driven.store.find('s1')).toMatchObject({ reason: { kind: 'failed', failure: { kind: 'quota' } } });
  });

  test('is then probed with the smallest file, again one hour after each refusal', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
    await driven.answer('upload s2.pdf', full);
    await driven.advance(HOUR - 2_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(3_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
  });

  test('lets all uploads continue after a probe that succeeded', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR + 1_000);
    await driven.answer('upload s2.pdf', documentOf(sized('s2', 1_000), 'd2', { signees: [] }));
    expect(driven.calls().toSorted()).toEqual(['upload s1.pdf', 'upload s3.pdf', 'upload s4.pdf']);
  });

  test('is probed at the time that the service named', () => {
    const calling = submissionOf('s1', { stage: { kind: 'calling', step: 'upload', since: BEGIN } });
    const trouble = {
      kind: 'quota',
      certainty: 'refused',
      details: '',
      forAPerson: false,
      retryAfterMs: 6 * HOUR,
    } as const;
    const fact = { kind: 'uploaded', answer: { ok: false, trouble } } as const satisfies Fact;
    const decided = decide(calling, fact, { now: BEGIN, roll: () => 0.5 });
    expect(decided?.submission.stage).toEqual({ kind: 'ready', step: 'upload', nextTryAt: BEGIN + 6 * HOUR });
    const quotas = createQuotas({ now: () => BEGIN });
    quotas.noteOutcome(calling, fact, { level: 'free', used: 0, resumesAt: null });
    expect(quotas.until('one')).toBe(BEGIN + 6 * HOUR);
  });

  test('survives a restart', async () => {
    const driven = await refusedByQuota();
    driven.worker.close();
    const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
    await again.worker.start();
    again.accept(sized('s5', 10));
    await again.advance(HOUR - 2_000);
    expect(again.calls()).toEqual([]);
    await again.advance(2_000);
    expect(again.calls()).toEqual(['upload s5.pdf']);
  });

  test('stops uploads only', async () => {
    const driven = await refusedByQuota(submissionOf('s4', { documentId: 'd4', signeesAdded: 0 }));
    const waiting = submissionOf('s5', {
      documentId: 'd5',
      stage: { kind: 'ready', step: 'add-signee', nextTryAt: BEGIN },
    });
    driven.accept(waiting);
    expect(driven.calls()).toEqual(['add a@x.test to d5']);
  });

  test('is not probed with a file of another account, which cannot be sent', async () => {
    const driven = drivenOutbox(BEGIN, { store: counted(), accountOf: () => 'service-2' });
    driven.accept(sized('s1', 3_000, { account: 'service-2' }), sized('s2', 1_000, { account: 'service-1' }));
    await driven.answer('upload s1.pdf', full);
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('keeps its wait if the clock is set', async () => {
    const driven = await refusedByQuota();
    const moved = driven.worker.clockMoved(5 * HOUR);
    driven.setClock(BEGIN + 5 * HOUR);
    await moved;
    await driven.advance(HOUR - 1_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(2_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
  });
});

describe('a refusal that does not name the daily limit', () => {
  test('means the limit if our own count is close to it', async () => {
    const driven = drivenOutbox(BEGIN, { store: counted() });
    driven.accept(submissionOf('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'busy', status: 429 }));
    expect(driven.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'quota' } });
    await driven.advance(HOUR - 1_000);
    expect(driven.calls()).toEqual([]);
  });

  test('is a short pause after few uploads, or if the service says how long', async () => {
    const few = drivenOutbox(BEGIN, { store: counted(5) });
    few.accept(submissionOf('s1'));
    await few.answer('upload s1.pdf', refused({ kind: 'busy', status: 429 }));
    expect(few.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'busy' } });
    const told = drivenOutbox(BEGIN, { store: counted() });
    told.accept(submissionOf('s1'));
    await told.answer('upload s1.pdf', refused({ kind: 'busy', status: 429, retryAfterMs: 1_000 }));
    expect(told.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'busy' } });
  });
});

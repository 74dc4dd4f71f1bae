import { describe, expect, test } from 'vitest';
import { limits } from '../../preload/contract/limits.ts';
import { decide } from '../submission/decide/decide.ts';
import type { Fact } from '../submission/fact.ts';
import type { Submission } from '../submission/submission.ts';
import { createMemoryStore } from '../submission/testing/memory-store.ts';
import { createQuotas } from './quotas.ts';
import { documentOf, drivenOutbox, refused } from './testing/driven-outbox.ts';
import { BEGIN, HOUR, one } from './testing/submission-steps.ts';

/** Near the limit of the day, a refusal that says nothing more is the limit. */
const full = refused({ kind: 'busy', status: 429 });
const counted = (count = limits.documentsPerDay - 100) => ({
  ...createMemoryStore(),
  uploadsSince: () => ({ count, oldest: BEGIN - 20 * HOUR }),
});

function sized(id: string, size: number, patch: Partial<Submission> = {}): Submission {
  const { wish } = one(id);
  return one(id, { ...patch, wish: { ...wish, file: { ...wish.file, size } } });
}

/** Three uploads at once, all refused for the limit of the day, and a fourth that waits behind them. */
async function refusedByQuota(...more: readonly Submission[]) {
  const driven = drivenOutbox(BEGIN, { store: counted() });
  const all = [sized('s1', 3_000), sized('s2', 1_000), sized('s3', 2_000), ...more];
  driven.accept(...all);
  for (const { wish } of all.slice(0, 3)) await driven.answer(`upload ${wish.file.name}`, full);
  return driven;
}

describe('the limit of the day', () => {
  test('stops all uploads for an hour; nothing is sent again and again', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR - 1_000);
    expect(driven.calls()).toEqual([]);
    expect(driven.store.find('s1')).toMatchObject({ reason: { kind: 'failed', failure: { kind: 'quota' } } });
  });

  test('then the smallest file asks for all, and one more hour passes when it is refused', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
    await driven.answer('upload s2.pdf', full);
    await driven.advance(HOUR - 2_000);
    expect(driven.calls()).toEqual([]);
    await driven.advance(3_000);
    expect(driven.calls()).toEqual(['upload s2.pdf']);
  });

  test('that has room again lets all others go', async () => {
    const driven = await refusedByQuota(sized('s4', 4_000));
    await driven.advance(HOUR + 1_000);
    await driven.answer('upload s2.pdf', documentOf(sized('s2', 1_000), 'd2', { signees: [] }));
    expect(driven.calls().toSorted()).toEqual(['upload s1.pdf', 'upload s3.pdf', 'upload s4.pdf']);
  });

  test('is asked about when the service said', () => {
    const calling = one('s1', { stage: { kind: 'calling', step: 'upload', since: BEGIN } });
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
    quotas.heard(calling, fact, { level: 'free', used: 0, resumesAt: null });
    expect(quotas.until('one')).toBe(BEGIN + 6 * HOUR);
  });

  test('is remembered over a restart', async () => {
    const driven = await refusedByQuota();
    driven.worker.close();
    const again = drivenOutbox(BEGIN + 1_000, { store: driven.store });
    again.worker.start();
    again.accept(sized('s5', 10));
    await again.advance(HOUR - 2_000);
    expect(again.calls()).toEqual([]);
    await again.advance(2_000);
    expect(again.calls()).toEqual(['upload s5.pdf']);
  });

  test('holds no steps that are not uploads', async () => {
    const driven = await refusedByQuota(one('s4', { documentId: 'd4', signeesAdded: 0 }));
    const waiting = one('s5', { documentId: 'd5', stage: { kind: 'ready', step: 'add-signee', nextTryAt: BEGIN } });
    driven.accept(waiting);
    expect(driven.calls()).toEqual(['add a@x.test to d5']);
  });

  test('is not asked about by a file of another account: that one cannot go', async () => {
    const driven = drivenOutbox(BEGIN, { store: counted(), accountOf: () => 'service-2' });
    driven.accept(sized('s1', 3_000), sized('s2', 1_000, { account: 'service-1' }));
    await driven.answer('upload s1.pdf', full);
    await driven.advance(HOUR + 1_000);
    expect(driven.calls()).toEqual(['upload s1.pdf']);
  });

  test('keeps its wait when the clock is set', async () => {
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

describe('a limit that the service does not name', () => {
  test('is known by our own count', async () => {
    const driven = drivenOutbox(BEGIN, { store: counted() });
    driven.accept(one('s1'));
    await driven.answer('upload s1.pdf', refused({ kind: 'busy', status: 429 }));
    expect(driven.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'quota' } });
    await driven.advance(HOUR - 1_000);
    expect(driven.calls()).toEqual([]);
  });

  test('is a short pause while little was uploaded, or when the service says how long', async () => {
    const few = drivenOutbox(BEGIN, { store: counted(5) });
    few.accept(one('s1'));
    await few.answer('upload s1.pdf', refused({ kind: 'busy', status: 429 }));
    expect(few.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'busy' } });
    const told = drivenOutbox(BEGIN, { store: counted() });
    told.accept(one('s1'));
    await told.answer('upload s1.pdf', refused({ kind: 'busy', status: 429, retryAfterMs: 1_000 }));
    expect(told.store.find('s1')?.reason).toMatchObject({ failure: { kind: 'busy' } });
  });
});

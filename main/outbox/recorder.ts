import type { Clock } from '../clock.ts';
import type { Decide } from '../submission/decide/decide.ts';
import type { Decision, Fact, Moment } from '../submission/fact.ts';
import type { Change, Committed, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';

export interface RecorderDeps {
  readonly clock: Clock;
  readonly store: OutboxStore;
  readonly decide: Decide;
  /** Like Math.random(). */
  readonly random: () => number;
  /** `before`: as it was. Null for a new one. */
  readonly onChanged: (submission: Submission, before: Submission | null) => void;
  /** The journal could not record an outcome, and we try again. Null: it can record again. */
  readonly onUnwritable: (details: string | null) => void;
}

export interface Recorded {
  readonly committed: Committed;
  /** Null: the fact changes nothing. */
  readonly decision: Decision | null;
}

type Apply = (id: string, fact: Fact) => Committed;

const RETRY_MS = 5_000;

/** Decides what follows from a fact and stores it in the journal. Holds the open submissions in memory. */
export function createRecorder({ clock, store, decide, random, onChanged, onUnwritable }: RecorderDeps) {
  const open = new Map<string, Submission>();
  /** Facts the journal did not take. These submissions stand still until the facts are written. */
  const unwritten = new Map<string, readonly Fact[]>();
  let pausedUntil = 0;
  let troubled = false;

  const moment = (): Moment => ({ now: clock.now(), roll: random });

  function keep(submission: Submission, before: Submission | null): void {
    if (submission.stage.kind === 'done') open.delete(submission.id);
    else open.set(submission.id, submission);
    onChanged(submission, before);
  }

  /** Reads a submission again that something else has changed. */
  function reload(id: string): void {
    const found = store.find(id);
    if (found === null || found.stage.kind === 'done') open.delete(id);
    else open.set(id, found);
  }

  function pause(fact: Fact, details: string): void {
    pausedUntil = clock.now() + RETRY_MS;
    // The person who gave a command sees that it failed. We retry only what nobody would repeat.
    if (fact.kind === 'command') return;
    troubled = true;
    onUnwritable(details);
  }

  function write(before: Submission, fact: Fact): Recorded {
    const decision = decide(before, fact, moment());
    if (decision === null) return { committed: { ok: true }, decision };
    const at = clock.now();
    const changes: readonly Change[] = [
      { submission: decision.submission, event: { at, submissionId: before.id, fact } },
      ...decision.created.map(
        (submission): Change => ({
          submission,
          event: { at, submissionId: submission.id, fact: { kind: 'accepted' } },
        }),
      ),
    ];
    const committed = store.commit(changes);
    if (!committed.ok) {
      if (committed.reason === 'stale') reload(before.id);
      else pause(fact, committed.details);
      return { committed, decision };
    }
    if (troubled) {
      troubled = false;
      onUnwritable(null);
    }
    for (const { submission } of changes) keep(submission, submission.id === before.id ? before : null);
    return { committed, decision };
  }

  /** Writes the facts of a submission until one fails. Returns what is left. */
  function writeInTurn(id: string, facts: readonly Fact[], apply: Apply): readonly Fact[] {
    const failed = facts.findIndex((fact) => {
      const committed = apply(id, fact);
      return !committed.ok && committed.reason === 'unwritable';
    });
    return failed < 0 ? [] : facts.slice(failed);
  }

  return {
    open: open as ReadonlyMap<string, Submission>,
    find: (id: string): Submission | null => open.get(id) ?? store.find(id),
    openOf: (connectionId: string): readonly Submission[] =>
      [...open.values()].filter((one) => one.connectionId === connectionId),
    /** Takes a submission that the intake has stored. */
    add: (submission: Submission): void => keep(submission, null),
    /** Takes the submissions read at the start. One that changed meanwhile keeps its newer version. */
    load(found: readonly Submission[]): void {
      for (const submission of found) if (!open.has(submission.id)) open.set(submission.id, submission);
    },
    write,
    /**
     * A fact that must not be lost: `writeAgain` repeats it. A move of the waits comes before an outcome: written after
     * it, the waits would seem to count by the new time already.
     */
    remember(id: string, fact: Fact): void {
      const all = [...(unwritten.get(id) ?? []), fact];
      const isMove = ({ kind }: Fact) => kind === 'clock-moved' || kind === 'slept';
      unwritten.set(id, [...all.filter(isMove), ...all.filter((one) => !isMove(one))]);
    },
    isUnwritten: (id: string): boolean => unwritten.has(id),
    hasUnwritten: (): boolean => unwritten.size > 0,
    /** Writes the facts that the journal did not take, as soon as the pause is over. */
    writeAgain(apply: Apply): void {
      const now = clock.now();
      if (now >= pausedUntil) {
        for (const [id, facts] of unwritten) {
          const left = writeInTurn(id, facts, apply);
          if (left.length > 0) {
            unwritten.set(id, left);
            break;
          }
          unwritten.delete(id);
        }
      }
      // The pause must not last longer after the clock was set back.
      if (now < pausedUntil - RETRY_MS) pausedUntil = now;
    },
    /** No new call begins before this time, because we could not store its outcome. */
    pausedUntil: (): number => pausedUntil,
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

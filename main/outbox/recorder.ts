import type { Decide } from '../submission/decide/decide.ts';
import type { Decision, Fact, Moment } from '../submission/fact.ts';
import type { Change, Committed, OutboxStore } from '../submission/store.ts';
import type { Submission } from '../submission/submission.ts';
import type { Clock } from '../time/clock.ts';

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

export interface RecordedTogether {
  readonly committed: Committed;
  /** One for each submission, in the same order. */
  readonly decisions: readonly (Decision | null)[];
}

type Apply = (id: string, fact: Fact) => Committed;

const RETRY_MS = 5_000;

/** The change of a submission, and those of the submissions that it creates. */
function changesOf(before: Submission, decision: Decision | null, fact: Fact, at: number) {
  if (decision === null) return [];
  const own: Change = { submission: decision.submission, event: { at, submissionId: before.id, fact } };
  const created = decision.created.map((submission) => {
    const event = { at, submissionId: submission.id, fact: { kind: 'accepted' } } as const;
    return { change: { submission, event }, before: null };
  });
  return [{ change: own, before }, ...created];
}

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

  /** Stores what follows for all of these submissions in one transaction, or nothing. */
  function writeTogether(all: readonly Submission[], fact: Fact): RecordedTogether {
    const at = clock.now();
    const now = moment();
    const decisions = all.map((before) => decide(before, fact, now));
    const changes = all.flatMap((before, place) => changesOf(before, decisions[place] ?? null, fact, at));
    if (changes.length === 0) return { committed: { ok: true }, decisions };
    const committed = store.commit(changes.map(({ change }) => change));
    if (!committed.ok) {
      if (committed.reason === 'stale') for (const { id } of all) reload(id);
      else pause(fact, committed.details);
      return { committed, decisions };
    }
    if (troubled) {
      troubled = false;
      onUnwritable(null);
    }
    for (const { change, before } of changes) keep(change.submission, before);
    return { committed, decisions };
  }

  function write(before: Submission, fact: Fact): Recorded {
    const { committed, decisions } = writeTogether([before], fact);
    return { committed, decision: decisions[0] ?? null };
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
    /** Takes and returns submissions read at the start. One that changed meanwhile keeps its newer version. */
    load(found: readonly Submission[]): readonly Submission[] {
      for (const submission of found) if (!open.has(submission.id)) open.set(submission.id, submission);
      return found.map((one) => open.get(one.id) ?? one);
    },
    write,
    writeTogether,
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

import type { MonthFigures, Pace } from '../../preload/contract/insight.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { beganAt } from '../tracking/lifecycle.ts';
import { personKey, turnBeganAt } from '../waiting/waiting.ts';

/** Returns the limits of a month in the time of this computer. */
export function monthRange(month: string): { readonly from: number; readonly to: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(year, number - 1, 1).getTime(), to: new Date(year, number, 1).getTime() };
}

export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : Math.round((upper + (sorted[middle - 1] ?? upper)) / 2);
}

/** More people and profiles than anybody asks in a month, and few enough for a dialog. */
const MOST_LINES = 500;

interface Times {
  name: string;
  readonly times: number[];
}

function pacesOf(found: ReadonlyMap<string, Times>): Pace[] {
  const named = new Map<string, number>();
  for (const { name } of found.values()) named.set(name, (named.get(name) ?? 0) + 1);
  return [...found]
    .flatMap(([key, { name, times }]) => {
      const medianMs = median(times);
      const isLone = named.get(name) === 1 || name === key;
      return medianMs === null
        ? []
        : [{ key, name: isLone ? name : `${name} · ${key}`, count: times.length, medianMs }];
    })
    .toSorted(
      (one, other) => other.count - one.count || one.medianMs - other.medianMs || (one.name < other.name ? -1 : 1),
    )
    .slice(0, MOST_LINES);
}

function addTime(to: Map<string, Times>, key: string, name: string, ms: number): void {
  // A clock that was wrong must not make a signature come before its invitation.
  if (key === '' || ms < 0) return;
  const known = to.get(key);
  if (known) known.times.push(ms);
  else to.set(key, { name, times: [ms] });
}

export interface MonthDocument {
  readonly document: TrackedDocument;
  readonly startedAt: number | null;
  /** The profile it was sent with. Null: none, or unknown. */
  readonly profile: string | null;
}

/** Counts what happened to the documents in one month. */
export function createMonthFigures(month: string) {
  const { from, to } = monthRange(month);
  const isWithin = (at: number | null): at is number => at !== null && from <= at && at < to;
  const people = new Map<string, Times>();
  const profiles = new Map<string, Times>();
  const whole: number[] = [];
  const counts = { sent: 0, signed: 0, rejected: 0 };
  const days = Array.from({ length: new Date(to - 1).getDate() }, () => ({ sent: 0, signed: 0 }));
  const howFar = { read: 0, all: 0 };
  let first: number | null = null;

  function count(what: 'sent' | 'signed', at: number): void {
    counts[what] += 1;
    const day = days[new Date(at).getDate() - 1];
    if (day !== undefined) day[what] += 1;
  }

  /** Adds the signatures of this month. The time of each counts from that person's turn. */
  function addSignatures({ document, startedAt }: MonthDocument, endedAt: number | null): void {
    const signees = document.signees ?? [];
    for (const signee of signees) {
      if (signee.status !== 'signed') continue;
      // Where the service does not say when each person signed, the end of a document with one person does.
      const signedAt = signee.decidedAt ?? (signees.length === 1 ? endedAt : null);
      const began = turnBeganAt(signee, signees, startedAt);
      if (isWithin(signedAt) && began !== null)
        addTime(people, personKey(signee), signee.name ?? signee.email ?? '', signedAt - began);
    }
  }

  return {
    add(one: MonthDocument): void {
      const { document, startedAt, profile } = one;
      const { status, completed } = document;
      const endedAt = completed ?? beganAt(document);
      const hasEnded = status === 'signed' || status === 'rejected';
      const isKnown = document.signees !== null || (startedAt !== null && (!hasEnded || endedAt !== null));
      // The details of what the service has deleted can no longer be read.
      if (isKnown || document.goneAt === null) howFar.all += 1;
      if (isKnown) howFar.read += 1;
      if (startedAt !== null && (first === null || startedAt < first)) first = startedAt;
      if (isWithin(startedAt)) count('sent', startedAt);
      if (status === 'in-progress') addSignatures(one, null);
      if (!hasEnded || endedAt === null) return;
      addSignatures(one, endedAt);
      if (!isWithin(endedAt)) return;
      if (status === 'rejected') counts.rejected += 1;
      else count('signed', endedAt);
      if (status !== 'signed' || startedAt === null || endedAt < startedAt) return;
      whole.push(endedAt - startedAt);
      if (profile !== null) addTime(profiles, profile, profile, endedAt - startedAt);
    },
    finish: (): Omit<MonthFigures, 'signatures'> => ({
      month,
      ...counts,
      days,
      medianMs: median(whole),
      people: pacesOf(people),
      profiles: pacesOf(profiles),
      first: first === null ? null : monthOf(first),
      howFar,
    }),
  };
}

import type { CopyVerdict, SignatureFigures, VerdictKind } from '../../preload/contract/copy-verdict.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';

/** The service's statement on a signed document. */
export interface ServiceWord {
  /** The kind of signature. Null: unknown. */
  readonly mode: string | null;
  /** The number of people who signed. */
  readonly signed: number;
}

/** The checked content, and the time of the check. */
export interface Checked {
  readonly sha256: string;
  readonly at: number;
}

/** Counts what a report says. Null: the check failed or took too long. */
export function figuresOf(report: SignatureReport | null, checked: Checked, word: ServiceWord): SignatureFigures {
  const signatures = report?.signatures ?? [];
  const count = (state: string) => signatures.filter((one) => one.state === state).length;
  const intact = signatures.filter(({ state }) => state === 'intact');
  const ofKind = (wanted: string) => intact.filter(({ kind }) => kind === wanted);
  // Somebody who signs twice with the same certificate is one person.
  const people = new Set(ofKind('person').map(({ signer }) => signer?.fingerprint ?? ''));
  return {
    ...checked,
    ...word,
    state: report?.state ?? 'unchecked',
    people: people.size,
    seals: ofKind('seal').length,
    timeStamps: ofKind('time-stamp').length,
    broken: count('broken'),
    changed: count('changed-after'),
    uncheckable: count('cannot-check'),
    sent: report?.sent?.kind ?? null,
  };
}

/**
 * Are there signatures of the provider that stand for the people? A simple signature (`timestamp`) is a seal or a time
 * stamp of the provider. Of `advanced` ones, and of kinds we do not know, the provider may seal for all. A qualified
 * signature always belongs to one person.
 */
function isSealEnough({ mode, people, seals, timeStamps }: SignatureFigures): boolean {
  if (mode === 'timestamp') return people + seals + timeStamps > 0;
  return mode !== 'qualified' && seals > 0;
}

function kindOf(figures: SignatureFigures): VerdictKind {
  const { state, people, seals, broken, changed, uncheckable, sent } = figures;
  const needed = Math.max(1, figures.signed);
  if (state === 'unchecked' || state === 'unreadable') return state;
  if (state === 'none' || state === 'remains-only') return 'not-signed';
  if (broken > 0) return 'broken';
  if (changed > 0) return 'changed';
  const isSealed = isSealEnough(figures);
  if (uncheckable > 0) return isSealed || people + uncheckable >= needed ? 'cannot-check' : 'too-few';
  // Only what was proved good is good.
  if (state !== 'intact') return 'unreadable';
  if (people < needed && !isSealed) return people + seals === 0 ? 'not-signed' : 'too-few';
  if (sent === 'different') return 'differs';
  return people >= needed ? 'signed' : 'sealed';
}

const levels: Readonly<Record<VerdictKind, CopyVerdict['level']>> = {
  signed: 'good',
  sealed: 'good',
  differs: 'look',
  'cannot-check': 'look',
  unchecked: 'look',
  'too-few': 'alarm',
  'not-signed': 'alarm',
  unreadable: 'alarm',
  broken: 'alarm',
  changed: 'alarm',
};

/** Judges a signed copy. An alarm: it is not what the service says, as far as its bytes show. */
export function verdictOf(figures: SignatureFigures): CopyVerdict {
  const kind = kindOf(figures);
  return { kind, level: levels[kind], people: figures.people, signed: figures.signed, at: figures.at };
}

/** The findings in the file of an unsigned document that are as they may be. */
const expectedUnsigned: readonly VerdictKind[] = ['too-few', 'not-signed'];

/** Judges the file of a document that not everybody signed. Missing signatures are no alarm, and nothing makes it good. */
export function verdictOfUnsigned(figures: SignatureFigures): CopyVerdict {
  const verdict = verdictOf(figures);
  const isAsExpected = verdict.level === 'good' || expectedUnsigned.includes(verdict.kind);
  return isAsExpected ? { ...verdict, level: 'look' } : verdict;
}

interface CheckedCopy {
  readonly signatures: SignatureFigures | null;
  readonly saveProblem: Problem | null;
}

/** Judges the newest copy. Null: it was not checked, or its file is not where we put it and unchanged. */
export function verdictOfCopy({ signatures, saveProblem }: CheckedCopy): CopyVerdict | null {
  const isLost = saveProblem?.key === 'copy-missing' || saveProblem?.key === 'copy-changed';
  return signatures === null || isLost ? null : verdictOf(signatures);
}

/** The copy is not what the service says: a person must look at it. */
export const isAlarm = (copy: CheckedCopy): boolean => verdictOfCopy(copy)?.level === 'alarm';

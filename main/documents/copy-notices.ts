import type { Problem } from '../../preload/contract/problem.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import { dueOf } from '../tracking/lifecycle.ts';
import { oneLine } from '../words/one-line.ts';

const DAY = 24 * 60 * 60_000;
/** The time before a document may be deleted at which a missing copy is reported on every screen. */
export const AT_RISK_MS = 3 * DAY;
/** The time for which we tell about a document that was deleted before we could save it. */
export const TOLD_AFTER_MS = 14 * DAY;

export interface CopyFacts {
  readonly connectionId: string;
  readonly folder: string;
  readonly uncopied: readonly DocumentFact[];
  /** Documents that people were signing when we saw them last, and that the service has deleted since. */
  readonly vanished: readonly DocumentFact[];
  readonly nameOf: (id: string) => string;
  /** Returns the time of the last check that showed people signing a document. */
  readonly lastRunningOf: (id: string) => number | null;
}

/** A notice names so many documents, and the list shows the others. */
const NAMED = 3;
const LONGEST_NAME = 60;

/** Returns the notices for every screen: copies at risk, copies lost, and until when each could be saved. */
export function copyNotices(copies: CopyFacts, now: number): readonly Problem[] {
  const { connectionId, folder, uncopied, vanished, nameOf, lastRunningOf } = copies;
  const atRisk = uncopied.filter((fact) => isAtRisk(fact, now));
  const lost = uncopied.filter((fact) => isRecent(fact, now));
  const perhaps = vanished.filter((fact) => isRecent(fact, now) && mayBeSigned(fact, lastRunningOf(fact.id)));
  const waiting = uncopied.filter(({ goneAt }) => goneAt === null);
  const folderProblem = waiting.find(({ saveProblem }) => saveProblem?.key.startsWith('copy-folder'))?.saveProblem;
  const about = (facts: readonly DocumentFact[]) => {
    const named = facts.slice(0, NAMED).map(({ id }) => oneLine(nameOf(id), LONGEST_NAME));
    const names = [...named, ...(facts.length > NAMED ? ['…'] : [])].join(', ');
    const until = facts.reduce((latest, fact) => Math.max(latest, savedUntil(fact)), 0);
    return { count: facts.length, names, until, connection: connectionId };
  };
  const ofConnection = (problem: Problem): Problem => ({
    ...problem,
    params: { ...problem.params, connection: connectionId },
  });
  return [
    ...(atRisk.length > 0 ? [ofConnection({ key: 'copies-at-risk', params: { count: atRisk.length, folder } })] : []),
    ...(folderProblem ? [ofConnection(folderProblem)] : []),
    ...(lost.length > 0 ? [{ key: 'copies-lost' as const, params: about(lost) }] : []),
    ...(perhaps.length > 0 ? [{ key: 'copies-lost-perhaps' as const, params: about(perhaps) }] : []),
  ];
}

/**
 * Tells whether the service soon deletes the document, or just did unseen: nobody asks for documents of other accounts.
 */
function isAtRisk(fact: DocumentFact, now: number): boolean {
  const due = dueOf(fact)?.at ?? now;
  return fact.goneAt === null && due - now < AT_RISK_MS && now - due < TOLD_AFTER_MS;
}

function isRecent({ goneAt }: DocumentFact, now: number): boolean {
  return goneAt !== null && now - goneAt < TOLD_AFTER_MS;
}

/** Tells whether people had time to sign the document after the last check that showed it: nobody saw it withdrawn. */
function mayBeSigned(fact: DocumentFact, lastRunning: number | null): boolean {
  const due = dueOf(fact);
  return due !== null && (lastRunning ?? fact.since) < due.at;
}

function savedUntil(fact: DocumentFact): number {
  const gone = fact.goneAt ?? Number.POSITIVE_INFINITY;
  return fact.status === 'signed' ? Math.min(gone, dueOf(fact)?.at ?? gone) : gone;
}

import type { Problem } from '../../preload/contract/problem.ts';
import type { SubmissionCommandKind, SubmissionRow } from '../../preload/contract/submission.ts';
import { decide } from '../submission/decide/decide.ts';
import { isOutOfTheWay, isPromised } from '../submission/decide/replacement.ts';
import { dueAt } from '../submission/decide/waiting.ts';
import type { Command } from '../submission/fact.ts';
import type { Stage, Submission } from '../submission/submission.ts';
import { isLongOver } from './copies.ts';
import { problemOf } from './problem-of-reason.ts';
import { belongsTo } from './settle-by-check.ts';

interface Seen {
  readonly now: number;
  readonly host: string;
  readonly progress: SubmissionRow['progress'];
  /** The signed-in service user. */
  readonly account: string | null;
  readonly listed: Listed | null;
  readonly isGone?: boolean;
  /** Returns the name of a known person. */
  readonly nameOf?: (email: string) => string | null;
  /** The submission that this copy on hold replaces. */
  readonly replaced?: Submission | null;
}

export interface Listed {
  readonly documentStatus: string;
  readonly canWithdraw: boolean;
  readonly canDelete: boolean;
}

const namesShown = 3;
const partsShown = 2;
const beforeTheStart: readonly (SubmissionRow['step'] | null)[] = ['upload', 'add-signee', 'compare', 'start'];

type PersonsCommand = Exclude<Command, { readonly kind: 'claim' }>;

/** Returns one example of each command, to ask `decide` which are possible. */
function exampleCommands(
  { wish, stage, reason }: Submission,
  { now, account }: Circumstances,
): readonly PersonsCommand[] {
  const plain = ['send-now', 'cancel', 'undo', 'retry', 'withdraw', 'delete', 'upload-again', 'give-up'] as const;
  const { file: _file, ...choices } = wish;
  return [
    { kind: 'send', startAfter: now },
    ...plain.map((kind): PersonsCommand => ({ kind })),
    { kind: 'revise', choices },
    {
      kind: 'complete',
      shown: wish,
      name: wish.file.name,
      mode: wish.mode,
      jurisdiction: wish.jurisdiction,
      present: wish.signees,
      added: [somebody],
      alias: '-',
      comment: '',
      startAfter: now,
    },
    ...(stage.kind === 'done' || reason?.kind === 'differs' ? [{ kind: 'redo', id: '' } as const] : []),
    ...(account === null ? [] : [{ kind: 'take-over', account } as const]),
    { kind: 'update', alias: wish.alias, comment: wish.comment },
    ...(reason?.kind === 'several'
      ? [{ kind: 'adopt', documentId: reason.candidates[0]?.documentId ?? '' } as const]
      : []),
  ];
}

const somebody = { email: '-' };

type Circumstances = Pick<Seen, 'now' | 'account' | 'listed' | 'isGone' | 'replaced'>;

/** Commands that do not call the service. The others need the submission's own account. */
const WITHOUT_SERVICE: readonly string[] = ['cancel', 'give-up', 'take-over', 'revise'];

/** Returns the commands that a row offers: those that `decide`, the account and the service's policy allow. */
export function commandsOf(submission: Submission, seen: Circumstances): SubmissionCommandKind[] {
  const moment = { now: seen.now, roll: () => 0 };
  // A submission from before accounts were recorded has none.
  const own = submission.account === null || belongsTo(submission, seen.account);
  return (
    exampleCommands(submission, seen)
      .filter((command) => decide(submission, { kind: 'command', command }, moment) !== null)
      .map(({ kind }) => kind)
      .filter((kind) => own || WITHOUT_SERVICE.includes(kind))
      .filter((kind) => seen.isGone !== true || submission.stage.kind !== 'done' || kind === 'redo')
      // The file that would go again is deleted at the next start.
      .filter((kind) => kind !== 'redo' || !isLongOver(submission, seen.now))
      .filter((kind) => policyAllows(kind, submission, seen.listed))
      .filter((kind) => kind !== 'send' || isOutOfTheWay(seen.replaced ?? null))
  );
}

/** Ignores a list from before our last step, as it does not show the state after it. */
function policyAllows(kind: SubmissionCommandKind, { stage }: Submission, listed: Listed | null): boolean {
  if (listed === null || stage.kind !== 'done') return true;
  const { documentStatus, canWithdraw, canDelete } = listed;
  if (kind === 'withdraw') return documentStatus === 'in-progress' ? canWithdraw : documentStatus === 'draft';
  const current = documentStatus === (stage.as === 'draft' ? 'draft' : 'withdrawn');
  return kind !== 'delete' || !current || canDelete;
}

const phaseOf = ({ kind }: Stage): SubmissionRow['phase'] => (kind === 'ready' ? 'waiting' : kind);

/** Returns the end of the time for Undo, while Undo is possible. */
export function undoUntil({ goal, cancelled, startAfter, stage }: Submission, now: number): number | null {
  const step = 'step' in stage ? stage.step : null;
  const possible = goal === 'send' && !cancelled && startAfter > now && stage.kind !== 'needs-you';
  return possible && beforeTheStart.includes(step) ? startAfter : null;
}

/** Returns the reason why a copy on hold is not sent yet. */
function problemOfReplaced(submission: Submission, { replaced }: Seen): Problem | null {
  if (submission.stage.kind !== 'held' || isOutOfTheWay(replaced ?? null)) return null;
  return { key: isPromised(submission) ? 'replaced-first' : 'replaced-running', params: {} };
}

function problemOfOtherAccount({ account }: Submission, now: string | null): Problem {
  return { key: 'other-account', params: { account: account ?? '', now: now ?? '–' } };
}

const inTurn = ({ signees }: Submission['wish']) =>
  signees.toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0));

export function toRow(submission: Submission, seen: Seen): SubmissionRow {
  const { stage, wish, reason } = submission;
  const { now, host, progress, account } = seen;
  const foreign = submission.account !== null && !belongsTo(submission, account);
  return {
    id: submission.id,
    connectionId: submission.connectionId,
    origin: submission.origin,
    revision: submission.revision,
    acceptedAt: submission.acceptedAt,
    changedAt: submission.changedAt,
    name: wish.file.name,
    size: wish.file.sha256 === null ? null : wish.file.size,
    isDraftKept: submission.draft !== undefined,
    parts: (wish.file.parts ?? []).slice(0, partsShown),
    partCount: wish.file.parts?.length ?? 0,
    alias: wish.alias,
    comment: wish.comment,
    mode: wish.mode,
    jurisdiction: wish.jurisdiction,
    signees: inTurn(wish)
      .slice(0, namesShown)
      .map(({ email }) => ({ email, name: seen.nameOf?.(email) ?? null })),
    ordered: new Set(wish.signees.map(({ order }) => order)).size > 1,
    signeeCount: wish.signees.length,
    goal: submission.goal,
    documentId: submission.documentId,
    phase: phaseOf(stage),
    step: 'step' in stage ? stage.step : null,
    end: stage.kind === 'done' ? stage.as : null,
    finishedAt: submission.finishedAt,
    nextTryAt: foreign ? null : dueAt(submission),
    undoUntil: foreign ? null : undoUntil(submission, now),
    cancelled: submission.cancelled,
    problem:
      foreign && stage.kind !== 'done'
        ? problemOfOtherAccount(submission, account)
        : (problemOf(submission, host) ?? problemOfReplaced(submission, seen)),
    progress: stage.kind === 'calling' && stage.step === 'upload' ? progress : null,
    commands: commandsOf(submission, seen),
    candidates:
      reason?.kind === 'several' && stage.kind === 'needs-you'
        ? reason.candidates.map(({ likeness, signees, ...rest }) => ({
            ...rest,
            signees: [...signees],
            proven: likeness === 'proven',
          }))
        : [],
    otherAccount: foreign ? { of: submission.account ?? '', now: account } : null,
    recovered: submission.recovered,
    mayDouble: submission.firstSent !== null && submission.documentId === null && stage.kind !== 'held',
    orphans: [...submission.orphans],
    // The list knows all submissions and fills this in.
    redoneAs: null,
  };
}

import type { SubmissionCommandKind, SubmissionRow } from '../../preload/contract/submission.ts';
import { decide } from './decide/decide.ts';
import { dueAt } from './decide/time.ts';
import type { Command } from './fact.ts';
import type { Stage, Submission } from './submission.ts';
import { problemOfReason } from './told.ts';

interface Seen {
  readonly now: number;
  /** Of the service, for sentences about it. */
  readonly host: string;
  readonly progress: SubmissionRow['progress'];
}

const namesShown = 3;
const beforeTheStart: readonly (SubmissionRow['step'] | null)[] = ['upload', 'add-signee', 'compare', 'start'];

type Offered = Exclude<Command, { readonly kind: 'undo-until' }>;

/** Each command once, as it could be given to this submission. */
function samples({ wish, stage, reason }: Submission, now: number): readonly Offered[] {
  const plain = ['send-now', 'cancel', 'retry', 'withdraw', 'delete', 'upload-again'] as const;
  const { file: _file, ...choices } = wish;
  return [
    { kind: 'send', startAfter: now },
    ...plain.map((kind): Offered => ({ kind })),
    { kind: 'revise', choices },
    ...(stage.kind === 'done' ? [{ kind: 'redo', id: '' } as const] : []),
    { kind: 'update', alias: wish.alias, comment: wish.comment },
    ...(reason?.kind === 'several' ? [{ kind: 'adopt', documentId: reason.candidates[0] ?? '' } as const] : []),
  ];
}

/** What may be asked of it now: whatever the decisions themselves say yes to. */
export function commandsOf(submission: Submission, now: number): SubmissionCommandKind[] {
  const moment = { now, roll: () => 0 };
  return samples(submission, now)
    .filter((command) => decide(submission, { kind: 'command', command }, moment) !== null)
    .map(({ kind }) => kind);
}

const phaseOf = ({ kind }: Stage): SubmissionRow['phase'] => (kind === 'ready' ? 'waiting' : kind);

function undoUntil({ goal, cancelled, startAfter, stage }: Submission, now: number): number | null {
  const step = 'step' in stage ? stage.step : null;
  const possible = goal === 'send' && !cancelled && startAfter > now && stage.kind !== 'needs-you';
  return possible && beforeTheStart.includes(step) ? startAfter : null;
}

/** A submission as the window lists it. */
export function rowOf(submission: Submission, { now, host, progress }: Seen): SubmissionRow {
  const { stage, wish, reason } = submission;
  return {
    id: submission.id,
    connectionId: submission.connectionId,
    origin: submission.origin,
    revision: submission.revision,
    acceptedAt: submission.acceptedAt,
    changedAt: submission.changedAt,
    name: wish.file.name,
    size: wish.file.size,
    alias: wish.alias,
    comment: wish.comment,
    mode: wish.mode,
    jurisdiction: wish.jurisdiction,
    signees: wish.signees.slice(0, namesShown).map(({ email }) => email),
    signeeCount: wish.signees.length,
    goal: submission.goal,
    documentId: submission.documentId,
    phase: phaseOf(stage),
    step: 'step' in stage ? stage.step : null,
    end: stage.kind === 'done' ? stage.as : null,
    finishedAt: submission.finishedAt,
    nextTryAt: dueAt(submission),
    undoUntil: undoUntil(submission, now),
    cancelled: submission.cancelled,
    problem: reason === null ? null : problemOfReason(reason, host),
    progress: stage.kind === 'calling' && stage.step === 'upload' ? progress : null,
    commands: commandsOf(submission, now),
    candidates: reason?.kind === 'several' ? [...reason.candidates] : [],
    orphans: [...submission.orphans],
    redoOf: submission.redoOf,
  };
}

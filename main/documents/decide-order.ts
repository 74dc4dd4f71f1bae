import type { DocumentOrder } from '../../preload/contract/document.ts';
import { limits } from '../../preload/contract/limits.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { DocumentCommand } from '../journal/document-commands.ts';
import { type Failure, signInEnded, waitsForAPerson } from '../signing/failure.ts';
import { waitMs } from '../submission/decide/retry.ts';

/** A failed call or look, with its sentence. */
export type Trouble = Pick<Failure, 'kind' | 'certainty' | 'status' | 'retryAfterMs'> & { readonly problem: Problem };
export type CallResult = { readonly ok: true } | { readonly ok: false; readonly trouble: Trouble };
export type LookResult =
  | { readonly ok: true; readonly status: string }
  | { readonly ok: false; readonly trouble: Trouble };

interface Moment {
  readonly now: number;
  /** Like Math.random(). */
  readonly roll: () => number;
}

const notNow: Problem = { key: 'not-now', params: {} };
const untellable: Problem = { key: 'untellable', params: {} };
const gone: Problem = { key: 'document-gone', params: {} };

const done = (command: DocumentCommand, { now }: Moment): DocumentCommand => ({
  ...command,
  stage: { kind: 'done', at: now },
  attempts: 0,
  problem: null,
});

const failed = (command: DocumentCommand, problem: Problem): DocumentCommand => ({
  ...command,
  stage: { kind: 'failed' },
  attempts: 0,
  problem,
});

/** The time of the next try. Null: wait until the connection works again. */
function nextTry({ attempts }: DocumentCommand, { kind, retryAfterMs = 0 }: Trouble, moment: Moment): number | null {
  if (waitsForAPerson(kind) && signInEnded(kind)) return null;
  if (waitsForAPerson(kind)) return moment.now + limits.pollingMs;
  return moment.now + waitMs(attempts, retryAfterMs, moment);
}

/** So often we look at a document that the service lists and does not find. */
const MOST_DENIED = 4;

/**
 * An answer that there is no document may be false: a service may not find for a moment what it has. `second`: another answer
 * has said so before. `denied`: a check since then lists the document.
 */
export type Miss = 'first' | 'second' | 'denied';

/** The service does not find the document. */
export function afterMiss(command: DocumentCommand, miss: Miss, moment: Moment): DocumentCommand {
  if (miss === 'second') return command.kind === 'delete' ? done(command, moment) : failed(command, gone);
  const attempts = command.problem === null ? command.attempts + 1 : 1;
  if (miss === 'denied' && attempts > MOST_DENIED) return failed(command, untellable);
  const refusal = command.stage.kind === 'unclear' ? command.stage.refusal : null;
  // The next check may show that it is gone.
  const nextTryAt = moment.now + (miss === 'denied' ? limits.pollingMs : waitMs(attempts, 0, moment));
  return { ...command, stage: { kind: 'unclear', nextTryAt, refusal }, attempts, problem: null };
}

/** What follows the answer to the withdrawal or the deletion. */
export function afterCall(command: DocumentCommand, answer: CallResult, moment: Moment): DocumentCommand {
  if (answer.ok) return done(command, moment);
  const { trouble } = answer;
  const attempts = command.attempts + 1;
  const { problem } = trouble;
  if (trouble.certainty === 'permanent') {
    if (trouble.status === undefined) return failed(command, problem);
    // The refusal may be the answer to a repetition of a call that had worked: look before we tell.
    return { ...command, stage: { kind: 'unclear', nextTryAt: moment.now, refusal: problem }, attempts: 0, problem };
  }
  const nextTryAt = nextTry(command, trouble, moment);
  if (trouble.certainty === 'unclear')
    return { ...command, stage: { kind: 'unclear', nextTryAt, refusal: null }, attempts, problem };
  return { ...command, stage: { kind: 'ready', nextTryAt }, attempts, problem };
}

/** The statuses after which the order is carried out, and those in which it can still be. */
const open = { withdraw: ['in-progress'], delete: ['draft', 'withdrawn'] } as const;
const over = { withdraw: ['draft', 'signed', 'rejected'], delete: ['in-progress', 'signed', 'rejected'] } as const;
const has = (list: readonly string[], status: string) => list.includes(status);

/** What follows a look at the document after an unclear answer, a refusal, or a person's Try again. */
export function afterLook(command: DocumentCommand, answer: LookResult, moment: Moment): DocumentCommand {
  const { kind, stage, attempts } = command;
  if (stage.kind !== 'unclear') return command;
  if (!answer.ok) {
    const { trouble } = answer;
    const nextTryAt = nextTry(command, trouble, moment);
    return { ...command, stage: { ...stage, nextTryAt }, attempts: attempts + 1, problem: trouble.problem };
  }
  const { status } = answer;
  if (kind === 'withdraw' && status === 'withdrawn') return done(command, moment);
  // What happened is clear then: the service refused it because of this, or never got it.
  if (kind === 'withdraw' && (status === 'signed' || status === 'rejected'))
    return failed(command, { key: `${status}-first`, params: {} });
  if (has(over[kind], status)) return failed(command, stage.refusal ?? notNow);
  if (!has(open[kind], status)) return failed(command, untellable);
  if (stage.refusal !== null) return failed(command, stage.refusal);
  // Pause between tries: a service that loses every answer would otherwise get requests without end.
  const nextTryAt = moment.now + (attempts > 1 ? waitMs(attempts, 0, moment) : 0);
  return { ...command, stage: { kind: 'ready', nextTryAt } };
}

/** After a restart a running call is unclear. Without a look, its repetition could meet a changed document. */
export function afterRestart(stored: DocumentCommand, now: number, isTrusted: boolean): DocumentCommand | null {
  const command = correctForClockSetBack(stored, now);
  const { stage } = command;
  if (stage.kind === 'done' || stage.kind === 'failed') return null;
  // An older copy of the journal may hold an order that a person has let go since.
  if (!isTrusted) return failed(command, untellable);
  if (stage.kind === 'calling') return { ...command, stage: { kind: 'unclear', nextTryAt: now, refusal: null } };
  if (stage.nextTryAt === null) return { ...command, stage: { ...stage, nextTryAt: now } };
  return command === stored ? null : command;
}

/** If the clock was set back while the app was closed, a wait would last until the former time comes again. */
function correctForClockSetBack(command: DocumentCommand, now: number): DocumentCommand {
  const { stage, askedAt } = command;
  if (askedAt <= now) return command;
  const waits = (stage.kind === 'ready' || stage.kind === 'unclear') && stage.nextTryAt !== null;
  const nextTryAt = waits ? Math.max(now, now + stage.nextTryAt - askedAt) : null;
  return { ...command, askedAt: now, stage: waits ? { ...stage, nextTryAt } : stage };
}

/** The clock was set while the app ran. An `askedAt` of the former time would seem to be in the future at the next start. */
export function withMovedClock(command: DocumentCommand, byMs: number): DocumentCommand {
  const { stage } = command;
  const moved = { ...command, askedAt: command.askedAt + byMs };
  if (stage.kind === 'done') return { ...moved, stage: { ...stage, at: stage.at + byMs } };
  if ((stage.kind !== 'ready' && stage.kind !== 'unclear') || stage.nextTryAt === null) return moved;
  return { ...moved, stage: { ...stage, nextTryAt: stage.nextTryAt + byMs } };
}

/** When the order may be worked on. Null: something else has to happen first. */
export function dueAt({ stage }: DocumentCommand): number | null {
  return stage.kind === 'ready' || stage.kind === 'unclear' ? stage.nextTryAt : null;
}

/** Tries again because a person asks. A failed order looks first: the document may have changed. */
export function tryAgain(command: DocumentCommand, now: number): DocumentCommand {
  const { stage } = command;
  if (stage.kind === 'ready' || stage.kind === 'unclear') return { ...command, stage: { ...stage, nextTryAt: now } };
  return { ...command, stage: { kind: 'unclear', nextTryAt: now, refusal: null }, problem: null };
}

const askedToWait: ReadonlySet<string> = new Set<Problem['key']>(['service-busy', 'service-busy-until', 'quota']);

/** It waits for a sign-in, a password or a key, so it may go on when the connection works. Other waits keep their length. */
export function waitsForSignIn({ stage, problem }: DocumentCommand): boolean {
  if (stage.kind !== 'ready' && stage.kind !== 'unclear') return false;
  return stage.nextTryAt === null || /^key(?:chain)?-/.test(problem?.key ?? '');
}

/** What a person can order while this order stands. */
export function ordersDuring({ stage, attempts, problem }: DocumentCommand): DocumentOrder[] {
  if (stage.kind === 'failed') return ['retry', 'drop'];
  const waits = (stage.kind === 'ready' || stage.kind === 'unclear') && attempts > 0;
  const mayRetry = waits && (problem === null || !askedToWait.has(problem.key));
  // An unclear call may have worked: only a look may end it.
  return [...(mayRetry ? (['retry'] as const) : []), ...(stage.kind === 'ready' ? (['drop'] as const) : [])];
}

import type { UsableAuthorities } from '../../shared/file-demands.ts';
import type { JobChange, JobKind } from '../jobs/job-kind.ts';
import { type Decide, decide as decideSubmission } from '../submission/decide/decide.ts';
import { isPromised, isReplaced } from '../submission/decide/replacement.ts';
import { dueAt } from '../submission/decide/waiting.ts';
import type { Effect, Fact, Trouble } from '../submission/fact.ts';
import type { Change } from '../submission/store.ts';
import type { Submission, Wish } from '../submission/submission.ts';
import type { During } from '../time/work.ts';
import { notFound, type PacedClientDeps, pacedClient, perform } from './calls.ts';
import type { Scheduler, SchedulerDeps } from './scheduler.ts';

type Kind = JobKind<Submission, Fact, Effect>;

export interface SubmissionKindDeps
  extends Pick<SchedulerDeps, 'store'>,
    Pick<Kind, 'clock' | 'random' | 'onUnwritable' | 'onClockSetBack' | 'onFault'>,
    PacedClientDeps {
  readonly spoolPath: (sha256: string) => string;
  /** Returns the authorities that the account of a connection may use for each signature. */
  readonly usableOf: (connectionId: string) => UsableAuthorities;
  readonly onProgress: (id: string, bytes: number, total: number | null) => void;
  /** Reports a change. `before`: as it was. Null for a new one. */
  readonly onChanged: (submission: Submission, before: Submission | null) => void;
  /** Reports that the service no longer accepts the credentials of this connection. */
  readonly onConnectionTrouble: (connectionId: string, trouble: Trouble) => void;
  readonly decide?: Decide;
  /** Receives each running call. */
  readonly during?: During;
}

/** Describes submissions as jobs: from the upload to the started document. */
export function submissionKind(deps: SubmissionKindDeps, scheduler: Scheduler): Kind {
  const { clock, random, store, decide = decideSubmission } = deps;
  const readWishes = new WeakSet<Wish>();

  const isOthers = ({ documentId }: Submission, seenId: string) => seenId !== documentId && store.isOwned(seenId);

  /**
   * Marks an answer as unclear if it shows the document of another submission. An upload makes a new one, and the
   * outcome of this upload is unknown.
   */
  function withOwnDocument(submission: Submission, answer: Fact): Fact {
    if (answer.kind !== 'uploaded' || !answer.answer.ok || !isOthers(submission, answer.answer.value.documentId))
      return answer;
    const details = 'The answer shows a document of another upload.';
    const trouble = { kind: 'unexpected-answer', certainty: 'unclear', details, forAPerson: false } as const;
    return { kind: 'uploaded', answer: { ok: false, trouble } };
  }

  function toChange({ job, fact }: JobChange<Submission, Fact>): Change {
    return { submission: job, event: { at: clock.now(), submissionId: job.id, fact: fact ?? { kind: 'accepted' } } };
  }

  return {
    ...deps,
    idOf: ({ id }) => id,
    dueAt,
    isOver: ({ stage }) => stage.kind === 'done',
    changedAt: ({ changedAt }) => changedAt,
    decide(before, fact, moment) {
      const decision = decide(before, fact, moment);
      return decision && { ...decision, job: decision.submission };
    },
    find: store.find,
    commit: (changes) => store.commit(changes.map(toChange)),
    isPaused: store.paused,
    gate: scheduler.gate,
    dueFact: (submission) =>
      isPromised(submission)
        ? { kind: 'replaced', asOrdered: isReplaced(store.find(submission.redoOf ?? '')) }
        : { kind: 'due', skewMs: deps.clientOf(submission.connectionId)?.clockSkewMs() ?? 0 },
    async perform(submission, effect, signal) {
      const { id, connectionId } = submission;
      const client = pacedClient(deps, connectionId, signal);
      if (client === null) throw new Error('There is no client for this call.');
      // Do not call the service, which may have asked the other submission to wait.
      if (effect.kind === 'look' && isOthers(submission, effect.documentId))
        return notFound({ kind: 'seen', documentId: effect.documentId, skewMs: client.clockSkewMs() });
      const call = perform(submission, effect, {
        client,
        spoolPath: deps.spoolPath,
        onProgress: (bytes, total) => deps.onProgress(id, bytes, total),
        signal,
        isWanted: () => store.find(id)?.cancelled !== true,
        usable: deps.usableOf(connectionId),
        readWishes,
      });
      void deps.during?.('send', call);
      return call;
    },
    heard(submission, answer, running) {
      const { connectionId } = submission;
      const heard = scheduler.heard(submission, withOwnDocument(submission, answer), running);
      // During the look another submission may have taken the draft.
      const fact = heard.kind === 'seen' && isOthers(submission, heard.documentId) ? notFound(heard) : heard;
      const trouble = 'answer' in fact && !fact.answer.ok ? fact.answer.trouble : null;
      scheduler.called(connectionId, trouble, { now: clock.now(), roll: random });
      if (trouble?.forAPerson === true) deps.onConnectionTrouble(connectionId, trouble);
      return fact;
    },
    onStored: ({ job, before }) => deps.onChanged(job, before),
  };
}

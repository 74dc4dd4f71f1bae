import type { IntakeProgress, Offer } from '../intake/intake.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import { isOrphanOf } from '../submission/decide/likeness.ts';
import { createNameIndex } from '../submission/document-name.ts';
import type { Submission } from '../submission/submission.ts';
import { inParts, unhurried } from '../time/slices.ts';
import type { ListedDocuments } from '../tracking/checks-deps.ts';
import { hasEnded } from '../tracking/lifecycle.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { toSeen } from './calls.ts';
import { carryOut, carryOutAll, type OutboxCommand } from './carry-out.ts';
import { type BulkCommand, type CommandAnswer, type IsOffered, notNow } from './commands.ts';
import { open } from './opening.ts';
import { createOutboxParts, type OutboxDeps, type OutboxParts } from './outbox-parts.ts';
import { claim, connectionReady } from './ownership.ts';
import { belongsTo, mayBeUpload } from './settle-by-check.ts';
import { countingDown, isOnItsWay } from './tally.ts';

/** Rows that are recorded as finished at once, so that other work can run in between. After a weekend there are many. */
const ROWS_AT_ONCE = 10;
/** Documents of a check that are written at once. */
const DOCUMENTS_AT_ONCE = 50;

async function take(
  outbox: OutboxParts,
  offers: readonly Offer[],
  report: (progress: IntakeProgress) => void,
): Promise<void> {
  const { deps, copies, worker } = outbox;
  const { stopped } = await outbox.ready;
  if (stopped) {
    for (const offer of offers) report({ kind: 'refused', offer, refusal: stopped });
    return;
  }
  const fresh: Submission[] = [];
  const added = () => {
    const connections = new Set(fresh.flatMap(({ account, connectionId }) => (account === null ? connectionId : [])));
    worker.added(fresh.splice(0));
    // Somebody may have signed in meanwhile.
    for (const connectionId of connections) claim(outbox, connectionId).catch(deps.onFault);
  };
  await copies.take(offers, (progress) => {
    if (progress.kind === 'accepted') {
      // The submissions of a group are stored together: hand them to the worker together.
      if (fresh.length === 0) Promise.resolve().then(added).catch(deps.onFault);
      fresh.push(progress.submission);
    }
    report(progress);
  });
}

const mayBeOwn: CommandAnswer = { ok: false, reason: 'may-be-own' };

/** Tells whether a repeated or late upload of ours left the draft behind, also if no check has found that out yet. */
async function isLeftBehind(
  { deps, worker }: OutboxParts,
  { connectionId, account, wish }: Submission,
  document: ServiceDocument,
): Promise<boolean> {
  const { submissions, documents } = deps.journal;
  const { documentId } = document;
  const { name } = wish.file;
  const index = createNameIndex();
  for await (const sent of unhurried(submissions.names(connectionId))) index.add(sent);
  const listed = documents.find(connectionId, documentId)?.name ?? name;
  const names = new Set([name, listed].flatMap(index.find));
  const seen = { ...toSeen(document), name };
  const skewMs = deps.clientOf(connectionId)?.clockSkewMs() ?? 0;
  // Of what a check has compared with our files, the content is known as well.
  const mayBeOf = (one: Submission) =>
    belongsTo(one, account) && !worker.isNobodys(documentId) && isOrphanOf(one, seen, skewMs);
  for (const sent of names)
    for await (const one of unhurried(submissions.named(connectionId, sent)))
      if (one.orphans.includes(documentId) || mayBeOf(one)) return true;
  return false;
}

/**
 * Accepts a draft that was made elsewhere. It has no file here, so the journal alone keeps it. `document`: the draft as
 * the service has just shown it.
 */
async function takeDraft(
  outbox: OutboxParts,
  submission: Submission,
  document: ServiceDocument,
): Promise<CommandAnswer> {
  const { deps, worker } = outbox;
  const { stopped } = await outbox.begun;
  const { submissions } = deps.journal;
  const { documentId, connectionId } = submission;
  if (stopped || documentId === null) return notNow;
  // An upload of ours was repeated, or would be: the same people would be asked twice.
  if (await isLeftBehind(outbox, submission, document)) return mayBeOwn;
  // Meanwhile another submission may have taken it.
  if (outbox.isClosed || submissions.isOwned(documentId)) return notNow;
  if (mayBeUpload(submission, worker.openOfAccount(connectionId))) return mayBeOwn;
  const event = { at: submission.acceptedAt, submissionId: submission.id, fact: { kind: 'accepted' } } as const;
  const committed = submissions.commit([{ submission, event }]);
  if (!committed.ok) return { ok: false, reason: 'unwritable' };
  worker.added([submission]);
  return { ok: true, created: submission.id };
}

async function checked(
  outbox: OutboxParts,
  connectionId: string,
  seen: CheckSeen,
  { documents, changed }: ListedDocuments,
): Promise<void> {
  const { deps, rows, worker } = outbox;
  const { journal, clock, onFault } = deps;
  await inParts(changed, DOCUMENTS_AT_ONCE, (part) => {
    if (!outbox.isClosed) journal.documents.see(connectionId, part, clock.now());
  });
  if (outbox.isClosed) return;
  const unfinished = journal.submissions.unfinished(connectionId);
  // Also documents behind the newest page, as far as the reading has come.
  const listed = [
    ...documents.map(({ id, documentStatus }) => ({ documentId: id, status: documentStatus })),
    ...seen.documents,
  ];
  const over = listed.filter(({ documentId, status }) => hasEnded(status) && unfinished.has(documentId));
  const unlisted = journal.submissions.endedUnlisted(connectionId);
  const finished = [...new Set([...over.map(({ documentId }) => documentId), ...unlisted])];
  inParts(finished, ROWS_AT_ONCE, (part) => {
    if (!outbox.isClosed) worker.finished(connectionId, part);
  }).catch(onFault);
  // A page of those that run proves nothing about drafts, nor about what may have been sent.
  if (seen.running === undefined) worker.checked(connectionId, seen).catch(onFault);
  rows.refresh();
}

/** Finishes the submission of a document whose end its details have shown: no list may show it any more. */
function documentChanged({ deps, worker, isClosed }: OutboxParts, connectionId: string, id: string): void {
  const isOver = !isClosed && deps.journal.submissions.hasEndedUnlisted(connectionId, id);
  if (isOver) worker.finished(connectionId, [id]);
}

export function createOutbox(deps: OutboxDeps) {
  const { journal, clock, onFault } = deps;
  const outbox = createOutboxParts(deps);
  const { rows, copies, worker } = outbox;
  const store = journal.submissions;
  open(outbox);
  rows.publish({ undoSeconds: journal.settings.get('undoSeconds'), working: deps.durable });

  /** Runs a task during which the app does not quit, so that the journal gets what a person wants. */
  const whole = <T>(task: Promise<T>): Promise<T> => deps.during?.('take', task) ?? task;

  return {
    get ready() {
      return outbox.ready;
    },
    rows,
    /** Accepts or refuses every file, and reports each result once. */
    take: (offers: readonly Offer[], report: (progress: IntakeProgress) => void): Promise<void> =>
      whole(take(outbox, offers, report)),
    takeDraft: (submission: Submission, document: ServiceDocument): Promise<CommandAnswer> =>
      whole(takeDraft(outbox, submission, document)),
    command: (id: string, command: OutboxCommand): Promise<CommandAnswer> => whole(carryOut(outbox, id, command)),
    /** Finds a submission as it is now: an open one is in memory. */
    find: (id: string): Submission | null => worker.openOne(id) ?? store.find(id),
    openOf: worker.openOf,
    onItsWay: (connectionId: string): number => worker.openOf(connectionId).filter(isOnItsWay).length,
    /** Counts the submissions that can still be undone. */
    counting: (connectionId: string): number =>
      countingDown(worker.openOf(connectionId), clock.now(), deps.accountOf(connectionId)).length,
    budgetOf: (connectionId: string) => worker.budgetOf(connectionId),
    copyPath: copies.path,
    commandAll: (
      ids: readonly string[],
      command: BulkCommand,
      isOffered: IsOffered,
    ): Promise<readonly CommandAnswer[]> => whole(carryOutAll(outbox, ids, command, isOffered)),
    deleteOrphan: worker.deleteOrphan,
    pause(paused: boolean) {
      const committed = worker.pause(paused);
      rows.refresh();
      return committed;
    },
    wantsCheck: worker.wantsCheck,
    isCalling: worker.isCalling,
    isBusy: (connectionId: string): boolean => store.hasOpen(connectionId) || (deps.durable && !outbox.isSettled),
    connectionReady: (connectionId: string): void => void connectionReady(outbox, connectionId).catch(onFault),
    checked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void> =>
      checked(outbox, connectionId, seen, listed),
    documentChanged: (connectionId: string, id: string): void => documentChanged(outbox, connectionId, id),
    stillDraft: worker.stillDraft,
    clockMoved: (byMs: number): void => void worker.clockMoved(byMs).catch(onFault),
    suspend: worker.suspend,
    awake: (sleptMs: number): void => void worker.awake(sleptMs).catch(onFault),
    close(): void {
      outbox.isClosed = true;
      outbox.cancelReopen();
      rows.close();
      worker.close();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;

import type { CopyCheck } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import { failed, type Outcome } from '../signing/outcome.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { unhurried } from '../time/slices.ts';
import type { ListedDocuments } from '../tracking/checks-deps.ts';
import { createPace } from '../tracking/pace.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { afterCheck } from './after-check.ts';
import { createCopyBacklog } from './copy-backlog.ts';
import { type CopyCheckups, createCopyCheckups } from './copy-checkups.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { createCopyExaminer, type ExaminerDeps } from './copy-examiner.ts';
import { copyNotices, TOLD_AFTER_MS } from './copy-notices.ts';
import { createCopyReader } from './copy-reader.ts';
import { createDetailsKeeper } from './details-keeper.ts';
import { isOf } from './document-account.ts';
import { documentEntryOf } from './document-entry.ts';
import { askDetails } from './document-saver.ts';
import { uncopied } from './missing-copies.ts';
import { createSaveAll } from './save-all.ts';
import { createSaveForPerson } from './save-for-person.ts';
import { createSaver, type Saver } from './saver.ts';
import { attempt, type SaverDeps } from './saver-parts.ts';
import { copyState, createVerifyCopies } from './verify-copies.ts';

export interface DocumentsDeps extends Omit<SaverDeps, 'examine'>, Pick<ExaminerDeps, 'sentOf'> {
  readonly journal: Journal;
  readonly state: PublishedState;
  readonly signatureReader: ExaminerDeps['reader'];
  readonly isReaderBusy?: () => boolean;
  /** Reports that older copies were examined in the background. */
  readonly onExamined?: () => void;
  /** Replaces the notices about signed copies that a person must see on every screen. */
  readonly tell: (problems: readonly Problem[]) => void;
}

/** Tells whether nobody withdrew or deleted the document here, by any of the account's connections. */
const isUnexplained = ({ submissions }: Journal, ofAccount: readonly string[], id: string): boolean =>
  ofAccount.every((connectionId) => {
    const stage = submissions.ownerOf(connectionId, id)?.stage;
    return stage?.kind !== 'done' || stage.as === 'started';
  });

/** Reports copies that may be lost, and copies that were lost. */
async function tellNow({ clock, journal, state, placeOf, tell }: DocumentsDeps): Promise<void> {
  const problems: Problem[] = [];
  for await (const { id: connectionId } of unhurried(state.get().connections)) {
    const folder = placeOf(connectionId)?.folder ?? '';
    const now = clock.now();
    const ofAccount = journal.connections.ofSameAccount(connectionId);
    const vanished = journal.documentFacts
      .vanished(connectionId, now - TOLD_AFTER_MS)
      .filter(({ id }) => isUnexplained(journal, ofAccount, id));
    const nameOf = (id: string) => journal.documents.find(connectionId, id)?.name ?? id;
    const lastRunningOf = (id: string) => journal.documents.lastSeenAs(connectionId, id, 'in-progress');
    const missing = await uncopied(journal, connectionId);
    const found = { connectionId, folder, uncopied: missing, vanished, nameOf, lastRunningOf };
    problems.push(...copyNotices(found, now));
  }
  tell(problems);
}

/** Reads the details for a person, and stores them. */
async function readDetails(
  deps: DocumentsDeps,
  saver: Pick<Saver, 'found' | 'noteGone'>,
  connectionId: string,
  id: string,
): Promise<Outcome<ServiceDocument> | null> {
  const { accountOf } = deps;
  const account = accountOf(connectionId);
  const client = deps.clientOf(connectionId);
  if (client === null) return null;
  const answer = await askDetails(deps, client, { connectionId, id, asked: true });
  // The person sees the details even if the disk is full.
  await attempt(deps, () => createPace(deps).note(connectionId, answer));
  const fact = deps.journal.documentFacts.find(connectionId, id);
  // A document of another account looks like a deleted one.
  const isOwn = fact !== null && isOf(fact.account, account) && accountOf(connectionId) === account;
  if (!isOwn) return notYetGone(answer);
  await attempt(deps, async () => {
    if (answer.ok) {
      saver.found(connectionId, id);
      createDetailsKeeper(deps).keep(connectionId, answer.value);
    } else if (answer.failure.kind === 'not-found' && fact.goneAt === null) await saver.noteGone(connectionId, id);
  });
  const isGone = (deps.journal.documentFacts.find(connectionId, id)?.goneAt ?? null) !== null;
  return isGone ? answer : notYetGone(answer);
}

/** Returns that a document which is not found can be asked for later: the service may have it all the same. */
const notYetGone = <T>(answer: Outcome<T>): Outcome<T> =>
  answer.ok || answer.failure.kind !== 'not-found' ? answer : failed({ ...answer.failure, certainty: 'refused' });

const backlogOf = (deps: DocumentsDeps, check: CopyCheckups['checkAgain']) =>
  createCopyBacklog({
    ...deps,
    version: deps.state.get().version,
    connections: () => deps.state.get().connections.map(({ id }) => id),
    isReaderBusy: () => deps.isReaderBusy?.() === true,
    check,
    onEnd: () => deps.onExamined?.(),
  });

/** Returns the signed copy of a document, or the file of one that not everybody signed. */
const savedFileIn =
  ({ savedCopies, rescuedFiles }: Journal) =>
  (connectionId: string, id: string) =>
    savedCopies.of(connectionId, id).at(-1) ?? rescuedFiles.of(connectionId, id).at(-1);

/** Keeps the documents at the service: what each check changes, their deadlines and their signed copies. */
export function createDocuments(deps: DocumentsDeps) {
  const { journal, state, disk = nodeCopyDisk, accountOf, onFault } = deps;
  const facts = journal.documentFacts;
  const saveAll = createSaveAll({ journal, publish: (savingAll) => state.publish({ savingAll }) });
  let isEnding = false;
  const { examine, inspect } = createCopyExaminer({
    ...deps,
    disk,
    reader: deps.signatureReader,
    isEnding: () => isEnding,
  });
  const saver = createSaver({ ...deps, examine, isSavingAll: saveAll.isOn });
  const publish = (copyCheck: CopyCheck) => state.publish({ copyCheck });
  const verifyCopies = createVerifyCopies({ ...deps, disk, publish });
  let telling: Promise<void> = Promise.resolve();

  /** Tells the news one after the other, so that the newest is told last. */
  function tell(): Promise<void> {
    telling = telling.then(
      () => tellNow(deps),
      () => tellNow(deps),
    );
    return telling;
  }

  async function checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void> {
    await afterCheck(deps, saver, connectionId, seen, listed);
    await forPerson.endSaveAll(connectionId);
    await tell();
  }

  const savedFile = savedFileIn(journal);
  const forPerson = createSaveForPerson({ journal, accountOf, saver, saveAll, tell });
  const reader = createCopyReader({ find: savedFile, disk });
  const checkups = createCopyCheckups({ journal, reader, examine, inspect, onChanged: deps.onChanged });
  const backlog = backlogOf(deps, checkups.checkAgain);

  return {
    entryOf: (connectionId: string, id: string, owner?: Submission | null) =>
      documentEntryOf(journal, connectionId, id, accountOf(connectionId), owner),
    details: (connectionId: string, id: string) => readDetails(deps, saver, connectionId, id),
    /** Takes the overview of a check, before the next check can begin. */
    checked: (connectionId: string, seen: CheckSeen, listed: ListedDocuments): void =>
      void checked(connectionId, seen, listed).catch(onFault),
    /** Tells whether a document or a draft of this connection can still change, or a signed copy is missing. */
    isWaiting(connectionId: string): boolean {
      const current = accountOf(connectionId);
      for (const { account } of facts.drafts(connectionId)) if (isOf(account, current)) return true;
      for (const { account } of facts.running(connectionId)) if (isOf(account, current)) return true;
      return saver.isMissing(connectionId);
    },
    saveNow: forPerson.saveNow,
    saveThese: forPerson.saveThese,
    /** Returns the saved file of a document if it is where we put it and unchanged. */
    async copyOf(connectionId: string, id: string): Promise<{ readonly path: string } | Problem> {
      const copy = savedFile(connectionId, id);
      if (copy === undefined) return { key: 'copy-missing', params: { path: '' } };
      return copyState(disk, copy);
    },
    /** Saved copies for the preview, and to drag into other programs. */
    reader,
    /** The checks of the signatures in saved copies. */
    checkups: {
      stored: checkups.stored,
      async checkAgain(connectionId: string, id: string) {
        const found = await checkups.checkAgain(connectionId, id);
        await tell();
        return found;
      },
    } satisfies CopyCheckups,
    verification: {
      start: (connectionId: string): void => void verifyCopies.start(connectionId).catch(onFault),
      stop: verifyCopies.stop,
    },
    /** Saved copies that no check has seen, examined in the background. */
    backlog,
    close(): void {
      isEnding = true;
      backlog.close();
      saver.close();
      verifyCopies.stop();
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;

import type { CopyCheck } from '../../preload/contract/document.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { Outcome } from '../signing/outcome.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Submission } from '../submission/submission.ts';
import { createSlices, inParts } from '../time/slices.ts';
import type { ListedDocuments } from '../tracking/checks.ts';
import { createOlderPages } from '../tracking/older-pages.ts';
import { createPace } from '../tracking/pace.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { nodeCopyDisk } from './copy-disk.ts';
import { copyNotices, TOLD_AFTER_MS } from './copy-notices.ts';
import { createCopyReader } from './copy-reader.ts';
import { createDetailsKeeper } from './details-keeper.ts';
import { documentEntryOf } from './document-entry.ts';
import { createSaveAll } from './save-all.ts';
import { createSaver } from './saver.ts';
import type { SaverDeps } from './saver-deps.ts';
import { copyState, createVerifyCopies } from './verify-copies.ts';

export interface DocumentsDeps extends SaverDeps {
  readonly journal: Journal;
  readonly state: PublishedState;
  /** What a person must know about signed copies, whatever is shown. Replaces what was told before. */
  readonly tell: (problems: readonly Problem[]) => void;
}

/** Documents written at once. */
const PART = 100;
/** Running documents whose details are read again in one window. */
const READ_AGAIN = 20;
/** Documents of one kind whose details are read in one window. The next window goes on. */
const READ_NEW = 100;

/** The first of each list, then the second ones, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

/** Documents at the service: what each check changes, their deadlines, and their signed copies on this computer. */
export function createDocuments(deps: DocumentsDeps) {
  const { clock, journal, state, disk = nodeCopyDisk } = deps;
  const facts = journal.documentFacts;
  const olderPages = createOlderPages(journal);
  const pace = createPace(deps);
  const saveAll = createSaveAll({ journal, publish: (savingAll) => state.publish({ savingAll }) });
  const saver = createSaver({ ...deps, isSavingAll: saveAll.isOn });
  const keeper = createDetailsKeeper(deps);
  const publish = (copyCheck: CopyCheck) => state.publish({ copyCheck });
  const verifyCopies = createVerifyCopies({ ...deps, disk, publish });

  /** Documents of this account that a whole list no longer shows. Their details tell whether they are gone. */
  async function absent(connectionId: string, seen: CheckSeen, whole: boolean): Promise<readonly string[]> {
    if (!whole) return [];
    const slices = createSlices();
    const shown = new Set(seen.documents.map(({ documentId }) => documentId));
    const found: string[] = [];
    for (const { id, account } of facts.present(connectionId)) {
      // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
      if (slices.isOver()) await slices.rest();
      if (found.length === READ_NEW) break;
      const isOwn = account === null || account === seen.account;
      if (isOwn && !shown.has(id) && !isUnderWay(connectionId, id)) found.push(id);
    }
    return found;
  }

  /** Documents that only a whole reading showed are not in the newest page: the journal learns about them here. */
  function remember(connectionId: string, seen: CheckSeen, { documents, changed }: ListedDocuments): void {
    const listed = new Set([...documents, ...changed].map(({ id }) => id));
    const more = seen.documents
      .filter(({ documentId }) => !listed.has(documentId))
      .filter(({ documentId }) => facts.find(connectionId, documentId) === null);
    journal.documents.see(
      connectionId,
      more.map(({ documentId, name, status }) => ({
        id: documentId,
        name: name || documentId,
        mimeType: '',
        documentStatus: status || 'unknown',
        signStatus: null,
        canWithdraw: false,
        canDelete: false,
      })),
      seen.askedAt,
    );
  }

  /** The overview shows when the last of several people has signed, and not the others before. */
  function waitingLongest(connectionId: string): readonly string[] {
    const mayChange = ({ signees }: DocumentFact) => signees === null || signees.length > 1;
    return firstOwn(connectionId, facts.running(connectionId), READ_AGAIN, mayChange);
  }

  /** The first of these documents that this account may read now. */
  function firstOwn(
    connectionId: string,
    documents: Iterable<DocumentFact>,
    limit: number,
    isMeant: (fact: DocumentFact) => boolean = () => true,
  ): readonly string[] {
    const ids: string[] = [];
    for (const fact of documents) {
      if (ids.length === limit) break;
      const isOwn = isOf(connectionId, fact.account);
      if (isOwn && isMeant(fact) && !isUnderWay(connectionId, fact.id)) ids.push(fact.id);
    }
    return ids;
  }

  /** The outbox still works on it, and the service may have asked it to wait. */
  function isUnderWay(connectionId: string, id: string): boolean {
    const owner = journal.submissions.ownerOf(connectionId, id);
    return owner !== null && owner.stage.kind !== 'done';
  }

  async function checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): Promise<void> {
    const slices = createSlices('parts');
    const before = journal.deadlines.get(connectionId, 'checked');
    remember(connectionId, seen, listed);
    if (slices.isOver()) await slices.rest();
    const shown = seen.documents.filter(({ status }) => status !== '');
    await inParts(shown, PART, (part) => {
      // A service user of the same name may sign in at another service.
      if (deps.accountOf(connectionId) !== seen.account) return;
      const statuses = part.map(({ documentId, status }) => ({ id: documentId, status }));
      facts.see(connectionId, statuses, { at: seen.askedAt, before, account: seen.account });
    });
    if (slices.isOver()) await slices.rest();
    // `size` may be that of the page alone.
    const isOnePage = listed.total === listed.documents.length && !olderPages.isLonger(connectionId, seen.askedAt);
    const whole = seen.whole || isOnePage;
    const gone = await absent(connectionId, seen, whole);
    saver.miss(connectionId, gone);
    if (slices.isOver()) await slices.rest();
    // The saver reads the details of signed documents by itself. Drafts have nobody to wait for.
    const rejected = firstOwn(connectionId, facts.unread(connectionId, 'rejected'), READ_NEW);
    const running = firstOwn(connectionId, facts.unread(connectionId, 'in-progress'), READ_NEW);
    await saver.run(connectionId, [...rejected, ...inTurn([gone, running, waitingLongest(connectionId)])]);
    await endSaveAll(connectionId);
    await tell();
  }

  const isOf = (connectionId: string, account: string | null) =>
    account === null || account === deps.accountOf(connectionId);

  /** The person did not withdraw or delete it here. */
  function isUnexplained(connectionId: string, id: string): boolean {
    const stage = journal.submissions.ownerOf(connectionId, id)?.stage;
    return stage?.kind !== 'done' || stage.as === 'started';
  }

  /** Signed documents without a copy, or with a copy that was moved or changed. */
  async function uncopied(connectionId: string): Promise<readonly DocumentFact[]> {
    const slices = createSlices();
    const found: DocumentFact[] = [];
    for (const part of [facts.uncopied(connectionId), facts.damaged(connectionId)])
      for (const fact of part) {
        // oxlint-disable-next-line no-await-in-loop -- the pause between two slices
        if (slices.isOver()) await slices.rest();
        found.push(fact);
      }
    return found;
  }

  let telling: Promise<void> = Promise.resolve();

  /** One after the other: the last word is the newest one. */
  function tell(): Promise<void> {
    telling = telling.then(tellNow, tellNow);
    return telling;
  }

  /** Tells what may be lost, and what was. */
  async function tellNow(): Promise<void> {
    const problems: Problem[] = [];
    for (const { id: connectionId } of state.get().connections) {
      const folder = deps.placeOf(connectionId)?.folder ?? '';
      const now = clock.now();
      const vanished = facts
        .vanished(connectionId, now - TOLD_AFTER_MS)
        .filter(({ id }) => isUnexplained(connectionId, id));
      const nameOf = (id: string) => journal.documents.find(connectionId, id)?.name ?? id;
      // oxlint-disable-next-line no-await-in-loop -- few connections
      const found = { connectionId, folder, uncopied: await uncopied(connectionId), vanished, nameOf };
      problems.push(...copyNotices(found, now));
    }
    deps.tell(problems);
  }

  async function endSaveAll(connectionId: string): Promise<void> {
    if (saveAll.isOn(connectionId) && (await saver.isAllTried(connectionId))) saveAll.end(connectionId);
  }

  function noteAnswer(connectionId: string, answer: Outcome<unknown>): void {
    try {
      pace.note(connectionId, answer);
    } catch (error) {
      deps.onFault(error);
    }
  }

  return {
    entryOf: (connectionId: string, id: string, owner?: Submission | null) =>
      documentEntryOf(journal, connectionId, id, deps.accountOf(connectionId), owner),
    /** Reads the details for a person, and keeps what they say. */
    async details(connectionId: string, id: string): Promise<Outcome<ServiceDocument> | null> {
      const account = deps.accountOf(connectionId);
      const answer = (await deps.clientOf(connectionId)?.details(id)) ?? null;
      if (answer !== null) noteAnswer(connectionId, answer);
      const fact = facts.find(connectionId, id);
      // A document of another account looks like a deleted one.
      const isKnown = fact !== null && isOf(connectionId, fact.account) && deps.accountOf(connectionId) === account;
      if (answer === null || !isKnown) return answer;
      try {
        if (answer.ok) keeper.keep(connectionId, answer.value);
        else if (answer.failure.kind === 'not-found' && fact.goneAt === null) keeper.markGone(connectionId, id);
      } catch (error) {
        // A full disk, say. The person sees the details all the same.
        deps.onFault(error);
      }
      return answer;
    },
    /** The overview of a check, before the next one can begin. */
    checked(connectionId: string, seen: CheckSeen, listed: ListedDocuments): void {
      checked(connectionId, seen, listed).catch(deps.onFault);
    },
    /** A document of this connection still changes at the service, a draft included, or its signed copy is missing. */
    isWaiting(connectionId: string): boolean {
      for (const { account } of facts.drafts(connectionId)) if (isOf(connectionId, account)) return true;
      for (const { account } of facts.running(connectionId)) if (isOf(connectionId, account)) return true;
      return saver.isMissing(connectionId);
    },
    async saveNow(connectionId: string, id: string | null): Promise<Problem | null> {
      if (id === null) saveAll.begin(connectionId, await saver.beginAll(connectionId));
      await saver.saveNow(connectionId, id);
      await endSaveAll(connectionId);
      await tell();
      return id === null ? null : (facts.find(connectionId, id)?.saveProblem ?? null);
    },
    /** Tells the problem of the first copy that could not be saved. */
    async saveThese(connectionId: string, ids: readonly string[]): Promise<Problem | null> {
      await saver.saveThese(connectionId, ids);
      await tell();
      return ids.map((id) => facts.find(connectionId, id)?.saveProblem ?? null).find((one) => one !== null) ?? null;
    },
    /** The saved copy, if it is where we put it and unchanged. */
    async copyOf(connectionId: string, id: string): Promise<{ readonly path: string } | Problem> {
      const copy = journal.savedCopies.of(connectionId, id).at(-1);
      if (copy === undefined) return { key: 'copy-missing', params: { path: '' } };
      return copyState(disk, copy);
    },
    /** Saved copies for the preview, and to drag into other programs. */
    reader: createCopyReader({ journal, disk }),
    verification: {
      start: (connectionId: string): void => void verifyCopies.start(connectionId).catch(deps.onFault),
      stop: verifyCopies.stop,
    },
    close(): void {
      saver.close();
      verifyCopies.stop();
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;

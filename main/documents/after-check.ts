import type { ListedDocument } from '../../preload/contract/document.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { createSlices, inParts, inSlices, type LongWork, partsOf, unhurried } from '../time/slices.ts';
import type { ListedDocuments } from '../tracking/checks-deps.ts';
import { createOlderPages } from '../tracking/older-pages.ts';
import type { CheckSeen } from '../tracking/reading.ts';
import { isOf } from './document-account.ts';
import type { Saver } from './saver.ts';

interface AfterCheckDeps {
  readonly journal: Journal;
  /** Returns the service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
}

/** Documents written at once. */
const PART = 100;
/** Running documents whose details are read again in one window. */
const READ_AGAIN = 20;
/** The documents of one kind whose details are read in one window. The next window continues. */
const READ_NEW = 100;
/** Documents read for the first time in one window, beside the others. A first look is no polling. */
const READ_FIRST = 250;

/** A list may show a new document so much later. */
const SHOWN_LATE_MS = 15 * 60_000;

/** Returns the first item of each list, then the second of each, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

/** Tells whether the outbox still works on the document. The service may have asked the outbox to wait. */
function isUnderWay({ submissions }: Journal, ofAccount: readonly string[], id: string): boolean {
  const owners = ofAccount.map((one) => submissions.ownerOf(one, id));
  return owners.some((owner) => owner !== null && owner.stage.kind !== 'done');
}

/** Finds documents of this account that a list no longer shows. Their details tell what became of them. */
async function absent(
  journal: Journal,
  connectionId: string,
  seen: CheckSeen,
  known: Iterable<Pick<DocumentFact, 'id' | 'account'>>,
): Promise<readonly string[]> {
  const shown = new Set(seen.documents.map(({ documentId }) => documentId));
  const ofAccount = journal.connections.ofSameAccount(connectionId);
  const found: string[] = [];
  for await (const { id, account } of unhurried(known)) {
    if (found.length === READ_NEW) break;
    if (isOf(account, seen.account) && !shown.has(id) && !isUnderWay(journal, ofAccount, id)) found.push(id);
  }
  return found;
}

const unlisted = { mimeType: '', signStatus: null, canWithdraw: false, canDelete: false } as const;

/** Returns the documents that this very check showed. */
const shownIn = ({ fresh, documents }: CheckSeen) => fresh ?? documents;

/** Notes documents of which nothing is known, and which are neither new nor changed in the list. */
function* remember(journal: Journal, connectionId: string, seen: CheckSeen, listed: ListedDocuments): LongWork {
  const { documents: stored, documentFacts: facts } = journal;
  const inList = new Set([...listed.documents, ...listed.changed].map(({ id }) => id));
  const more: ListedDocument[] = [];
  for (const { documentId: id, name, status } of shownIn(seen)) {
    yield;
    if (inList.has(id) || facts.has(connectionId, id)) continue;
    more.push({ ...unlisted, id, name: name || id, documentStatus: status || 'unknown' });
  }
  yield* partsOf(more, PART, (part) => stored.see(connectionId, part, seen.askedAt));
}

/**
 * Notes documents that were started here and that no check has shown as running since. Otherwise nobody would miss one
 * that is signed and deleted before a check shows it.
 */
function* rememberStarted(
  { submissions, documents: stored, documentFacts: facts }: Journal,
  connectionId: string,
  { documents, account, askedAt }: CheckSeen,
): LongWork {
  // An empty list proves nothing.
  if (documents.length === 0) return;
  const shown = new Set(documents.map(({ documentId }) => documentId));
  for (const id of submissions.unfinished(connectionId)) {
    yield;
    if (shown.has(id) || (facts.find(connectionId, id)?.status ?? 'draft') !== 'draft') continue;
    const owner = submissions.ownerOf(connectionId, id);
    const startedAt = owner?.stage.kind === 'done' && owner.stage.as === 'started' ? owner.startedAt : null;
    if (owner === null || startedAt === null || owner.account !== account) continue;
    if (askedAt - startedAt < SHOWN_LATE_MS) continue;
    const { name, type: mimeType } = owner.wish.file;
    const entry = { ...unlisted, id, name, mimeType, documentStatus: 'in-progress', canWithdraw: true };
    stored.assume(connectionId, entry, startedAt);
    facts.see(connectionId, [{ id, status: 'in-progress' }], { at: startedAt, before: startedAt, account });
  }
}

/** Stores the statuses that a check showed. `before`: the time of the check before it. */
function seeStatuses(deps: AfterCheckDeps, connectionId: string, seen: CheckSeen, before: number | null) {
  const { askedAt: at, account } = seen;
  const shown = shownIn(seen).filter(({ status }) => status !== '');
  return inParts(shown, PART, (part) => {
    // A service user of the same name may sign in at another service.
    if (deps.accountOf(connectionId) !== account) return;
    const statuses = part.map(({ documentId: id, status }) => ({ id, status }));
    deps.journal.documentFacts.see(connectionId, statuses, { at, before, account });
  });
}

/** Returns the first of these documents that this account may read now. */
function firstOwn(
  { journal, accountOf }: AfterCheckDeps,
  connectionId: string,
  documents: Iterable<DocumentFact>,
  limit: number,
): readonly string[] {
  const found: string[] = [];
  const account = accountOf(connectionId);
  const ofAccount = journal.connections.ofSameAccount(connectionId);
  for (const { id, account: of } of documents) {
    if (found.length === limit) break;
    if (isOf(of, account) && !isUnderWay(journal, ofAccount, id)) found.push(id);
  }
  return found;
}

/** Yields documents that may change unseen: the overview shows only when the last of several people has signed. */
function* changingUnseen(running: Iterable<DocumentFact>): Generator<DocumentFact> {
  for (const fact of running) if (fact.signees === null || fact.signees.length > 1) yield fact;
}

/** Returns documents that wait for people whom nobody knows yet, the newest first. */
async function waitingForUnknown(
  { journal, accountOf }: AfterCheckDeps,
  connectionId: string,
  { documents }: CheckSeen,
): Promise<readonly string[]> {
  const places = new Map(documents.map(({ documentId }, place) => [documentId, place]));
  const placeOf = (id: string) => places.get(id) ?? documents.length;
  const account = accountOf(connectionId);
  const found: string[] = [];
  for await (const fact of unhurried(journal.documentFacts.neverRead(connectionId))) {
    // The people of a document that was sent from here are known.
    if (isOf(fact.account, account) && journal.submissions.ownerOf(connectionId, fact.id) === null) found.push(fact.id);
  }
  const first = found.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, READ_FIRST);
  return first.length < READ_FIRST ? withTriedInVain(first, journal, connectionId, account) : first;
}

/** Adds a few whose details were asked for in vain: a service that refused one says nothing about it, and others always fail. */
async function withTriedInVain(
  first: readonly string[],
  { documentFacts: facts, submissions }: Journal,
  connectionId: string,
  account: string | null,
): Promise<readonly string[]> {
  const all = new Set(first);
  for await (const { id, account: of, signees } of unhurried(facts.unread(connectionId, 'in-progress'))) {
    if (all.size === first.length + READ_AGAIN) break;
    if (signees === null && isOf(of, account) && submissions.ownerOf(connectionId, id) === null) all.add(id);
  }
  return [...all];
}

/** Stores what a check showed, then saves copies and reads details, as far as this window allows. */
export async function afterCheck(
  deps: AfterCheckDeps,
  saver: Saver,
  connectionId: string,
  seen: CheckSeen,
  listed: ListedDocuments,
): Promise<void> {
  const { journal } = deps;
  const facts = journal.documentFacts;
  const slices = createSlices('parts');
  const before = journal.deadlines.get(connectionId, 'checked');
  await inSlices(remember(journal, connectionId, seen, listed));
  await seeStatuses(deps, connectionId, seen, before);
  if (deps.accountOf(connectionId) === seen.account) await inSlices(rememberStarted(journal, connectionId, seen));
  if (slices.isOver()) await slices.rest();
  // `total` may be that of the page alone.
  const isOnePage =
    listed.total === listed.documents.length && !createOlderPages(journal).isLonger(connectionId, seen.askedAt);
  const gone = seen.whole || isOnePage ? await absent(journal, connectionId, seen, facts.present(connectionId)) : [];
  const ended =
    seen.running === 'all' ? await absent(journal, connectionId, seen, facts.runningInParts(connectionId)) : [];
  // An empty list proves nothing: one of its documents that is not found is asked for once more with the next check.
  if (seen.documents.length > 0) saver.miss(connectionId, gone);
  if (slices.isOver()) await slices.rest();
  // The saver reads the details of signed documents by itself. Drafts have nobody to wait for, and withdrawn ones nobody
  // hurries for: they tell who had signed.
  const own = (documents: Iterable<DocumentFact>, limit: number) => firstOwn(deps, connectionId, documents, limit);
  const rejected = own(facts.unread(connectionId, 'rejected'), READ_NEW);
  const running = own(facts.unread(connectionId, 'in-progress'), READ_NEW);
  const withdrawn = own(facts.unread(connectionId, 'withdrawn'), READ_NEW);
  const again = own(changingUnseen(facts.running(connectionId)), READ_AGAIN);
  const unknown = await waitingForUnknown(deps, connectionId, seen);
  await saver.run(connectionId, [...rejected, ...inTurn([gone, ended, running, again]), ...withdrawn], unknown);
}

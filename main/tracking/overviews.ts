import type { ListedDocument } from '../../preload/contract/document.ts';
import type { Overview, OverviewEntry } from '../signing/answers/overview.ts';
import type { SigningClient } from '../signing/client.ts';
import type { Failure } from '../signing/failure.ts';
import { type Outcome, success } from '../signing/outcome.ts';
import { emptyReading, hasGap, isSpent, nextOffset, PAGE, type Reading, withNewest, withPage } from './reading.ts';

/** The outcome of the question for the documents that run. */
interface RunningPage {
  /** False: the service refuses the question, or answers with other documents as well. */
  readonly isFiltered: boolean;
  /** The page showed all that run. The details of the others tell how they ended. */
  readonly isAll: boolean;
}

export interface CheckResult {
  /** The newest documents as the list shows them; null when the list was not asked for this time. */
  readonly list: { readonly documents: readonly ListedDocument[]; readonly total: number | null } | null;
  /** The documents of the pages that follow it. Empty where a gap lies between. */
  readonly others: readonly ListedDocument[];
  /** Documents of further pages behind a gap, or of a page without the newest. They have no place beside the list. */
  readonly apart: readonly ListedDocument[];
  /** The progress of a whole reading, for a search for a document. */
  readonly reading: Reading | null;
  /** Null: this check did not ask for the documents that run alone. */
  readonly running: RunningPage | null;
  /** The service refused a further page: it may count each page as a request of its own. */
  readonly refused: Failure | null;
  readonly failure: Failure | null;
  /** The service answered a further page in the same window, so it does not count them. */
  readonly hasOlderPage: boolean;
}

/** The page that a check reads where the service allows one: the newest, one of the documents that run, or an older one. */
export type Turn = 'newest' | 'running' | 'older';

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly account: string | null;
  readonly now: number;
  /** A search needs a document that may be further back. */
  readonly search: boolean;
  /** The list may be longer than its newest page, although it does not say so. */
  readonly older?: boolean;
  /** Tells whether documents that were there before are missing from these. */
  readonly leavesOut?: (ids: readonly string[]) => boolean;
  /** The page to read where one is allowed and nobody looks for a document. */
  readonly turn?: Turn;
  /** A reading that earlier windows have begun. */
  readonly begun: Reading | null;
  /** This service counts every page: one request per window. */
  readonly onePage: boolean;
  readonly pageSize?: number;
}

const MOST_PAGES = 50;
/** The shortest page of any service: a list that ends before it is whole. */
const SHORTEST_PAGE = 10;
const RUNNING = 'in-progress';
/** Answers that mean "not so soon". */
const refusals: ReadonlySet<string> = new Set(['busy', 'unavailable', 'not-allowed', 'quota']);
/** The parts of a result that a check of one request leaves out. */
const nothingElse = {
  others: [],
  apart: [],
  reading: null,
  running: null,
  refused: null,
  failure: null,
  hasOlderPage: false,
} as const;

function toEntry(entry: OverviewEntry): ListedDocument {
  return {
    id: entry.documentId,
    name: entry.documentName || entry.documentId,
    mimeType: entry.documentMimeType ?? '',
    documentStatus: entry.documentStatus || 'unknown',
    signStatus: entry.signStatus,
    canWithdraw: entry.policy.canWithdraw ?? false,
    canDelete: entry.policy.canDelete ?? false,
  };
}

/** Tells whether the service itself does not know the question. Where it does not answer, it may know it. */
const isNoSuchQuestion = ({ certainty, status, kind }: Failure): boolean =>
  certainty === 'permanent' && status !== undefined && !refusals.has(kind);

/**
 * Reads the documents that run. Where a window allows one page, those behind the newest page would come in turn hours
 * later. `most`: the entries a page may have, as far as it is known.
 */
async function readRunning(
  client: Pick<SigningClient, 'overview'>,
  { signal, pageSize, most }: { readonly signal: AbortSignal; readonly pageSize: number; readonly most: number },
): Promise<Outcome<CheckResult>> {
  const answer = await client.overview({ limit: pageSize, offset: 0, filterDocumentStatus: RUNNING }, { signal });
  const isRefused = !answer.ok && isNoSuchQuestion(answer.failure);
  if (!answer.ok && !isRefused) return answer;
  const { documents, unreadable } = answer.ok ? answer.value : { documents: [], unreadable: 0 };
  const isFiltered = !isRefused && documents.every(({ documentStatus }) => documentStatus === RUNNING);
  // An empty page proves nothing: the index of the service may be away.
  const isAll = documents.length > 0 && unreadable === 0 && documents.length < most;
  const running = { isFiltered, isAll: isFiltered && isAll };
  return success({ ...nothingElse, list: null, apart: isFiltered ? documents.map(toEntry) : [], running });
}

/**
 * Tells whether more than the newest page is needed. A list that is longer is read to its end, so that no older document
 * is forgotten.
 */
function needsMore(newest: Overview, options: ReadOptions): boolean {
  const { search, onePage, pageSize = PAGE, leavesOut = () => false } = options;
  const ids = newest.documents.map(({ documentId }) => documentId);
  const { length } = ids;
  const isShorter = length > 0 && leavesOut(ids);
  const older = options.older === true || isShorter;
  const isFull = length + newest.unreadable >= pageSize;
  const isLonger = isFull || (newest.size ?? 0) > length || isShorter || (older && length >= SHORTEST_PAGE);
  return search || (isLonger && (older || !onePage));
}

/** Tells whether the reading can continue. Shorter pages would lie within the overlap and look like the end. */
const canGoOn = (begun: Reading, pageSize: number): boolean => !isSpent(begun) && begun.largest <= pageSize;

/** Reads the newest page for the list, and as many more as are needed and the service allows. */
export async function readOverviews(
  client: Pick<SigningClient, 'overview'>,
  options: ReadOptions,
): Promise<Outcome<CheckResult>> {
  const { signal, search, turn = 'older', onePage, pageSize = PAGE } = options;
  // A reading that has to begin anew begins with the page of the list.
  const earlier = options.begun !== null && canGoOn(options.begun, pageSize) ? options.begun : null;
  const resumed = earlier !== null && nextOffset(earlier) > 0 ? earlier : null;
  /** Some services repeat the limit as the number of documents. Two limits tell it from as many documents. */
  const limitAt = (offset: number): number => (offset === 0 ? pageSize : pageSize - 1);
  const ask = (offset: number): Promise<Outcome<Overview>> =>
    client.overview({ limit: limitAt(offset), offset }, { signal });
  if (onePage && (search || options.older === true) && resumed !== null && turn !== 'newest') {
    if (turn === 'running') return readRunning(client, { signal, pageSize, most: Math.min(pageSize, resumed.largest) });
    const offset = nextOffset(resumed);
    const next = await ask(offset);
    if (!next.ok) return next;
    const reading = withPage(resumed, next.value, limitAt(offset));
    return success({ ...nothingElse, list: null, apart: next.value.documents.map(toEntry), reading });
  }
  const newest = await ask(0);
  if (!newest.ok) return newest;
  const list = { documents: newest.value.documents.map(toEntry), total: newest.value.size };
  if (!needsMore(newest.value, options)) return success({ ...nothingElse, list });
  const listed = new Set(list.documents.map(({ id }) => id));
  const further = new Map<string, ListedDocument>();
  // Behind a gap the reading could count to the end with documents missing, so another one begins.
  const kept = earlier !== null && hasGap(earlier, newest.value) ? null : earlier;
  const continued = kept === null ? null : resumed;
  const begun = kept !== null && kept.rounds > 0 ? kept : emptyReading(options.account, options.now);
  let reading = continued === null ? withPage(begun, newest.value, pageSize) : withNewest(continued, newest.value);
  let failure: Failure | null = null;
  let hasOlderPage = false;
  // Asking for earlier pages would be another look at the list: that waits for the next window.
  let asked = 0;
  const most = onePage ? 1 : MOST_PAGES;
  for (let pages = 1; pages < most && !reading.whole && nextOffset(reading) > asked && !signal.aborted; pages += 1) {
    asked = nextOffset(reading);
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const next = await ask(asked);
    if (!next.ok) {
      // The pages read so far still count. They prove nothing about documents that they do not show.
      failure = next.failure;
      break;
    }
    hasOlderPage = true;
    reading = withPage(reading, next.value, limitAt(asked));
    for (const entry of next.value.documents)
      if (!listed.has(entry.documentId)) further.set(entry.documentId, toEntry(entry));
  }
  const refused = failure !== null && refusals.has(failure.kind) ? failure : null;
  const found = [...further.values()];
  // A reading that goes on further back leaves a gap behind the newest page.
  const placed = continued === null ? { others: found } : { apart: found };
  return success({ ...nothingElse, list, ...placed, reading, refused, failure, hasOlderPage });
}

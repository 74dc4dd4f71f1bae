import type { SubmitInput, Submitted } from '../../preload/contract/index.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { Choices } from '../../preload/contract/sending.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Tray } from '../intake/tray.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Clock } from '../time/clock.ts';
import { type Accepted, acceptFiles, type FileToAccept, undoMsOf } from './accept-files.ts';
import { createNewerContent, isForSame } from './known-content.ts';

export interface HandOverDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'people' | 'settings' | 'submissions' | 'documents' | 'documentFacts'>;
  readonly outbox: Pick<Outbox, 'take'>;
  readonly tray: Pick<Tray, 'place' | 'drop'>;
  readonly state: PublishedState;
  readonly newId: () => string;
  readonly onFault: (error: unknown) => void;
}

type Result = Submitted['results'][number];
type Item = SubmitInput['items'][number];

const refusedAs = (fileId: string, problem: Problem): Result => ({ ok: false, fileId, problem });
const refused = (fileId: string, refusal: Refusal): Result => refusedAs(fileId, problemOfRefusal(refusal, ''));

/** People see a few steps per second. */
const PROGRESS_MS = 100;

/** What one hand-over compares again in the moment of the commit, and what it found. */
function createMoment({ state, journal, newId }: HandOverDeps, connectionId: string, goal: SubmitInput['goal']) {
  const account = state.accountOf(connectionId);
  const newer = createNewerContent(journal, connectionId);
  const sentMeanwhile = new Set<Item>();
  /** The files of this hand-over that may be stored, by their content. */
  const stored = new Map<string, { readonly item: Item; readonly choices: Choices }[]>();
  /** Tells whether another file of this hand-over has the same content for the same people, and nobody was shown that. */
  function hasTwin(item: Item, choices: Choices, sha256: string): boolean {
    const same = (stored.get(sha256) ?? []).filter((one) => one.item !== item);
    // Nobody is asked to sign a draft.
    const isShown = goal === 'draft' || item.twin === true;
    if (!isShown && same.some((one) => isForSame(one.choices, choices))) return true;
    stored.set(sha256, [...same, { item, choices }]);
    return false;
  }
  return {
    account,
    newId(): string {
      const id = newId();
      newer.noteOwn(id);
      return id;
    },
    /** While large files are copied, somebody else may sign in, or a watched folder may take the same document. */
    isUnchanged(item: Item, choices: Choices, sha256: string): boolean {
      if (state.accountOf(connectionId) !== account) return false;
      const isNew = !newer.has(sha256, choices, item.earlier ?? null) && !hasTwin(item, choices, sha256);
      if (!isNew) sentMeanwhile.add(item);
      return isNew;
    },
    problemOf: (item: Item): Problem => ({ key: sentMeanwhile.has(item) ? 'sent-meanwhile' : 'not-now', params: {} }),
  };
}

function resultOf(item: Item, one: Accepted, { problemOf }: ReturnType<typeof createMoment>): Result {
  const { fileId } = item;
  if (one.kind === 'accepted') return { ok: true, fileId, submissionId: one.submission.id };
  return one.kind === 'refused' ? refused(fileId, one.refusal) : refusedAs(fileId, problemOf(item));
}

/** Moves files from the tray to the outbox: one call for all files of a hand-over. */
export function createHandOver(deps: HandOverDeps) {
  const { clock, journal, tray, state } = deps;
  const undoMs = () => undoMsOf(journal);
  /** Files on their way. The same file handed over a second time would be sent twice. */
  const onTheWay = new Set<string>();

  /** Tells the window how many of the files are copied. */
  function progressOf(all: number) {
    let done = 0;
    let publishedAt = clock.monotonic();
    state.publish({ handOver: { done, all } });
    return {
      copied(): void {
        done += 1;
        if (clock.monotonic() - publishedAt < PROGRESS_MS && done < all) return;
        publishedAt = clock.monotonic();
        state.publish({ handOver: { done, all } });
      },
      end: () => state.publish({ handOver: null }),
    };
  }

  async function take(
    connectionId: string,
    { goal, items, choices, profileId }: SubmitInput,
  ): Promise<readonly Result[]> {
    const results = items.map(({ fileId }) => refused(fileId, { kind: 'vanished' }));
    const placed = await Promise.all(items.map(({ fileId }) => tray.place(fileId)));
    const moment = createMoment(deps, connectionId, goal);
    const files = new Map<number, FileToAccept>();
    for (const [at, item] of items.entries()) {
      const place = placed[at];
      const chosen = choices[item.choice];
      if (place && 'kind' in place) results[at] = refused(item.fileId, place);
      else if (place && chosen)
        files.set(at, {
          path: place.path,
          seen: place.seen,
          parts: place.parts,
          choices: chosen,
          fieldsRead: item.fieldsRead === true,
          goal,
          profileId: profileId ?? null,
          isUnchanged: (sha256) => moment.isUnchanged(item, chosen, sha256),
        });
    }
    const progress = progressOf(files.size);
    try {
      const accepted = await acceptFiles(
        { ...deps, newId: moment.newId, now: clock.now, undoMs },
        { connectionId, account: moment.account, origin: 'interactive' },
        [...files.values()],
        progress.copied,
      );
      for (const [index, at] of [...files.keys()].entries()) {
        const item = items[at];
        const one = accepted[index];
        if (item !== undefined && one !== undefined) results[at] = resultOf(item, one, moment);
      }
    } finally {
      progress.end();
    }
    return results;
  }

  /** Cleans up after the outbox has the files. Never fails: after an error, the person would send the files again. */
  async function tidyUp({ items, choices }: SubmitInput, results: readonly Result[]): Promise<void> {
    try {
      const taken = items.filter((_item, at) => results[at]?.ok === true);
      await tray.drop(taken.map(({ fileId }) => fileId));
      const used = new Set(taken.flatMap(({ choice }) => choices[choice]?.signees ?? []));
      journal.people.remember([...new Map([...used].map((one) => [one.email, one])).values()], clock.now());
    } catch (error) {
      deps.onFault(error);
    }
  }

  return {
    /** Sends the files. Returns one result per file, in the order of the files. */
    async submit(input: SubmitInput): Promise<readonly Result[]> {
      const { items } = input;
      const connectionId = state.connectionOf(input.connectionId)?.id;
      const busy = items.some(({ fileId }) => onTheWay.has(fileId));
      if (connectionId === undefined || busy) {
        const key = connectionId === undefined ? 'signed-out' : 'not-now';
        return items.map(({ fileId }) => refusedAs(fileId, { key, params: {} }));
      }
      for (const { fileId } of items) onTheWay.add(fileId);
      try {
        const results = await take(connectionId, input);
        await tidyUp(input, results);
        return results;
      } finally {
        for (const { fileId } of items) onTheWay.delete(fileId);
      }
    },
  };
}

export type HandOver = ReturnType<typeof createHandOver>;

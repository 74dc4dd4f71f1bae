import { join } from 'node:path';
import type { Choices } from '../../preload/contract/sending.ts';
import { toWish } from '../hand-over/choices.ts';
import type { Offer } from '../intake/intake.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { newSubmission } from '../submission/new-submission.ts';
import type { Submission } from '../submission/submission.ts';
import type { Claims } from './claims.ts';
import type { Entry } from './folder-entries.ts';

export interface TakeDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  readonly claims: Claims;
  readonly outbox: Pick<Outbox, 'take'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly onFault: (error: unknown) => void;
}

/** A file whose verdict takes it, with everything that its submission needs. */
export interface Takeable {
  readonly entry: Entry;
  readonly sha256: string;
  readonly goal: 'send' | 'hold';
  readonly choices: Choices;
  readonly account: string | null;
  /** Asked once more in the moment of the commit. */
  readonly isStillWanted: () => boolean;
}

export type TakeOutcome =
  | { readonly kind: 'taken'; readonly takeable: Takeable; readonly submission: Submission }
  | { readonly kind: 'refused'; readonly takeable: Takeable; readonly refusal: Refusal }
  /** Another computer or another folder was faster, or the folder may not take it any more. */
  | { readonly kind: 'claimed'; readonly takeable: Takeable };

/**
 * Claims the files in the folder, copies them to the spool and records their submissions: in this order, so that a crash
 * at any point leaves either a claim of ours without a submission, which the next start continues, or both.
 */
export async function takeFiles(
  deps: TakeDeps,
  wanted: readonly Takeable[],
  undoMs: number,
): Promise<readonly TakeOutcome[]> {
  const { claims } = deps;
  const outcomes: TakeOutcome[] = [];
  const offers = new Map<Offer, { readonly takeable: Takeable; readonly isNew: boolean }>();
  await inParallel(wanted, async (takeable) => {
    const { entry, sha256, goal, choices, account, isStillWanted } = takeable;
    const claim = await claims.claim(sha256, entry.file.path);
    if (claim === 'other') {
      outcomes.push({ kind: 'claimed', takeable });
      return;
    }
    const { connectionId, folderId } = deps;
    const folder = { id: folderId, path: entry.file.path };
    const given = { id: deps.newId(), connectionId, account, origin: 'folder', folder, goal, undoMs } as const;
    const submission: Offer['submission'] = (file) =>
      newSubmission({ ...given, wish: { ...toWish(choices), file } }, deps.now());
    const path = join(deps.root, entry.file.path);
    offers.set({ path, sha256, submission, isStillWanted }, { takeable, isNew: claim === 'new' });
  });
  const left: { readonly takeable: Takeable; readonly isNew: boolean }[] = [];
  await deps.outbox.take([...offers.keys()], (told) => {
    const offer = offers.get(told.offer);
    if (!offer) return;
    if (told.kind === 'accepted')
      outcomes.push({ kind: 'taken', takeable: offer.takeable, submission: told.submission });
    if (told.kind === 'unwanted') outcomes.push({ kind: 'claimed', takeable: offer.takeable });
    if (told.kind === 'refused') outcomes.push({ kind: 'refused', takeable: offer.takeable, refusal: told.refusal });
    if (told.kind === 'unwanted' || told.kind === 'refused') left.push(offer);
  });
  // The other computers may have it, if a later look takes it at all.
  await inParallel(left, async ({ takeable, isNew }) => {
    if (isNew) await claims.release(takeable.sha256).catch(deps.onFault);
  });
  const taken = outcomes.filter(({ kind }) => kind === 'taken');
  // The journal has them. A claim that cannot say so only makes a later doubt harder to settle.
  await inParallel(taken, ({ takeable }) =>
    claims.noteTaken(takeable.sha256, takeable.entry.file.path).catch(deps.onFault),
  );
  return outcomes;
}

const atOnce = 8;

/** Waits for all, also when one fails, so that nothing goes on unseen. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  const lane = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift())
      // oxlint-disable-next-line no-await-in-loop -- a few lanes side by side
      await work(next);
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

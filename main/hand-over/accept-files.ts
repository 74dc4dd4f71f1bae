import type { Choices } from '../../preload/contract/sending.ts';
import type { Offer } from '../intake/intake.ts';
import type { Refusal } from '../intake/refusal.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { newSubmission } from '../submission/new-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { toWish } from './choices.ts';

export interface AcceptDeps {
  readonly outbox: Pick<Outbox, 'take'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly undoMs: () => number;
}

export const undoMsOf = ({ settings }: Pick<Journal, 'settings'>): number => settings.get('undoSeconds') * 1_000;

export type Sender = Pick<Submission, 'connectionId' | 'account' | 'origin'>;

/** A file with everything that its submission needs, and with what its sending rests on. */
export interface FileToAccept extends Pick<Offer, 'path' | 'seen' | 'sha256' | 'refresh' | 'isUnchanged'> {
  readonly choices: Choices;
  readonly goal: Submission['goal'];
  readonly profileId?: string | null;
  readonly folder?: Submission['folder'];
  /** All that its fields ask for beyond the choices was shown to a person, or they ask for nothing. */
  readonly fieldsRead?: boolean;
  /** The names of the files that it was made from. */
  readonly parts?: readonly string[];
}

export type Accepted =
  | { readonly kind: 'accepted'; readonly submission: Submission }
  /** The basis of the file no longer holds: look at the file and decide again. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/**
 * Adds files to the outbox. The Send sheet, watched folders and `countersign send` have no other way. Each file is
 * copied, its basis is compared again, and only then it is stored. Returns one result per file, in the order of the
 * files.
 */
export async function acceptFiles(
  { outbox, now, newId, undoMs }: AcceptDeps,
  sender: Sender,
  files: readonly FileToAccept[],
  onCopied: () => void = () => {},
): Promise<readonly Accepted[]> {
  const results: Accepted[] = files.map(() => ({ kind: 'refused', refusal: { kind: 'stopped' } }));
  const undo = undoMs();
  /** All rows of one hand-over have the same moment, and so the same time for Undo. */
  let acceptedAt: number | null = null;
  const places = new Map<Offer, number>(
    files.map(({ choices, goal, profileId = null, folder = null, fieldsRead = false, parts = [], ...offer }, at) => {
      const given = { ...sender, id: newId(), profileId, folder, goal, undoMs: undo };
      const submission: Offer['submission'] = (file) => {
        acceptedAt ??= now();
        const whole = parts.length === 0 ? file : { ...file, parts };
        return newSubmission({ ...given, wish: { ...toWish(choices, fieldsRead), file: whole } }, acceptedAt);
      };
      return [{ ...offer, submission }, at];
    }),
  );
  await outbox.take([...places.keys()], (step) => {
    const at = places.get(step.offer);
    if (at === undefined) return;
    if (step.kind === 'copied') onCopied();
    else if (step.kind === 'accepted') results[at] = { kind: 'accepted', submission: step.submission };
    else if (step.kind === 'refused') results[at] = { kind: 'refused', refusal: step.refusal };
    else results[at] = { kind: 'changed' };
  });
  return results;
}

import { hasCopy } from '../entry/due-text.ts';
import type { Entry } from '../entry/entry.ts';

/** A copy on this computer whose pages can be shown: the signed one, else our copy of what was sent. */
export interface HeldCopy {
  readonly of: 'signed' | 'sent';
  /** The id of the document, or of the submission. */
  readonly id: string;
  readonly name: string;
  /** The version, which differs for another content. */
  readonly version: string;
}

const lost = new Set(['copy-missing', 'copy-changed']);

/** Returns the best copy that this computer may still have, or null if there never was one. */
export function heldCopyOf({ document, submission }: Pick<Entry, 'document' | 'submission'>): HeldCopy | null {
  if (document?.saved && hasCopy(document) && !lost.has(document.saveProblem?.key ?? '')) {
    const { id, saved } = document;
    return { of: 'signed', id, name: saved.name, version: `signed ${id} ${saved.at}` };
  }
  if (submission === null || submission.size === null) return null;
  const { id, name } = submission;
  return { of: 'sent', id, name, version: `sent ${id}` };
}

import type { CopyVerdict } from '../../preload/contract/copy-verdict.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import { verdictOf, verdictOfUnsigned } from '../signatures/copy-verdict.ts';
import type { CopyExaminer } from './copy-examiner.ts';
import type { CopyReader } from './copy-reader.ts';

export interface CopyCheckup {
  readonly verdict: CopyVerdict;
  readonly sha256: string;
  /** The report. Null: the check could not be finished. */
  readonly report: SignatureReport | null;
  /** Signatures that the report leaves out. */
  readonly more: number;
  /** The submission of the document that was sent. Null: it was made elsewhere. */
  readonly sentAs: string | null;
  /** The people of a document that not everybody signed: how many had signed, as far as we know. Null: a signed copy. */
  readonly unsigned: { readonly signed: number; readonly all: number } | null;
}

type Found = { readonly checkup: CopyCheckup | null } | Problem;

export interface CheckupsDeps {
  readonly journal: Pick<Journal, 'documentFacts' | 'rescuedFiles' | 'savedCopies' | 'signatureChecks' | 'submissions'>;
  readonly reader: Pick<CopyReader, 'verified'>;
  readonly examine: CopyExaminer['examine'];
  readonly inspect: CopyExaminer['inspect'];
  /** Reports that our knowledge of a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

/**
 * Tells the findings of the last check of a saved copy, while the file on disk has the content that was checked. The file
 * of a document that not everybody signed is checked each time: the journal keeps findings of signed copies alone.
 */
export function createCopyCheckups({ journal, reader, examine, inspect, onChanged }: CheckupsDeps) {
  const { documentFacts: facts, rescuedFiles, savedCopies, signatureChecks, submissions } = journal;

  /** Returns the newest copy if it is where we put it and unchanged. */
  async function wholeCopy(connectionId: string, id: string): Promise<SavedCopy | Problem> {
    const whole = await reader.verified(connectionId, id);
    const copy = savedCopies.of(connectionId, id).at(-1);
    if (!('key' in whole) && copy !== undefined) return copy;
    const problem: Problem = 'key' in whole ? whole : { key: 'copy-missing', params: { path: '' } };
    // A copy that cannot be found may be on a drive that is gone, but a changed one is changed.
    if (problem.key === 'copy-changed') {
      facts.setSaveProblem(connectionId, [id], problem);
      onChanged(connectionId, id);
    }
    return problem;
  }

  function checkupOf({ connectionId, documentId, sha256 }: SavedCopy): CopyCheckup | null {
    const figures = facts.find(connectionId, documentId)?.signatures ?? null;
    const stored = signatureChecks.of(connectionId, documentId, sha256);
    if (figures?.sha256 !== sha256 || stored === null) return null;
    const { report, more } = stored;
    const sentAs = submissions.ownerOf(connectionId, documentId)?.id ?? null;
    return { verdict: verdictOf(figures), sha256, report, more, sentAs, unsigned: null };
  }

  /** Returns the mode and the number of signatures by the last check, else by what we know. */
  function wordOf(connectionId: string, id: string) {
    const fact = facts.find(connectionId, id);
    const signed = (fact?.signees ?? []).filter(({ status }) => status === 'signed').length;
    const mode = fact?.signatures?.mode ?? submissions.ownerOf(connectionId, id)?.wish.mode ?? null;
    return { mode, signed: Math.max(signed, fact?.signatures?.signed ?? 0) };
  }

  /** Returns the file of a document that not everybody signed. Null: the document has a signed copy, or no file. */
  function unsignedFile(connectionId: string, id: string): SavedCopy | null {
    if (savedCopies.of(connectionId, id).length > 0) return null;
    return rescuedFiles.of(connectionId, id).at(-1) ?? null;
  }

  async function checkUnsigned(file: SavedCopy): Promise<Found> {
    const { connectionId, documentId, sha256 } = file;
    const whole = await reader.verified(connectionId, documentId);
    if ('key' in whole) return whole;
    const found = await inspect(file, wordOf(connectionId, documentId));
    if (found === null) return { checkup: null };
    const { figures, report, more } = found;
    const all = facts.find(connectionId, documentId)?.signees?.length ?? 0;
    const sentAs = submissions.ownerOf(connectionId, documentId)?.id ?? null;
    const unsigned = { signed: figures.signed, all };
    return { checkup: { verdict: verdictOfUnsigned(figures), sha256, report, more, sentAs, unsigned } };
  }

  return {
    /** Returns the stored checkup, or null if the copy was not checked yet. */
    async stored(connectionId: string, id: string): Promise<Found> {
      const unsigned = unsignedFile(connectionId, id);
      if (unsigned !== null) return checkUnsigned(unsigned);
      const copy = await wholeCopy(connectionId, id);
      return 'key' in copy ? copy : { checkup: checkupOf(copy) };
    },
    async checkAgain(connectionId: string, id: string): Promise<Found> {
      const unsigned = unsignedFile(connectionId, id);
      if (unsigned !== null) return checkUnsigned(unsigned);
      const copy = await wholeCopy(connectionId, id);
      if ('key' in copy) return copy;
      await examine(copy, wordOf(connectionId, id));
      onChanged(connectionId, id);
      // It may have been replaced while we read it.
      const now = await wholeCopy(connectionId, id);
      return 'key' in now ? now : { checkup: checkupOf(now) };
    },
  };
}

export type CopyCheckups = ReturnType<typeof createCopyCheckups>;

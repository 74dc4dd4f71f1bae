import type { CopyVerdict } from '../../preload/contract/copy-verdict.ts';
import type { Problem } from '../../preload/contract/problem.ts';
import type { SignatureReport } from '../../preload/contract/signature-report.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import { verdictOf } from '../signatures/copy-verdict.ts';
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
}

export interface CheckupsDeps {
  readonly journal: Pick<Journal, 'documentFacts' | 'savedCopies' | 'signatureChecks' | 'submissions'>;
  readonly reader: Pick<CopyReader, 'verified'>;
  readonly examine: CopyExaminer['examine'];
  /** Reports that our knowledge of a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

/** Tells the findings of the last check of a saved copy, while the file on disk has the content that was checked. */
export function createCopyCheckups({ journal, reader, examine, onChanged }: CheckupsDeps) {
  const { documentFacts: facts, savedCopies, signatureChecks, submissions } = journal;

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
    return { verdict: verdictOf(figures), sha256, report, more, sentAs };
  }

  /** Returns the mode and the number of signatures by the last check, else by what we know. */
  function wordOf(connectionId: string, id: string) {
    const fact = facts.find(connectionId, id);
    const signed = (fact?.signees ?? []).filter(({ status }) => status === 'signed').length;
    const mode = fact?.signatures?.mode ?? submissions.ownerOf(connectionId, id)?.wish.mode ?? null;
    return { mode, signed: Math.max(signed, fact?.signatures?.signed ?? 0) };
  }

  return {
    /** Returns the stored checkup, or null if the copy was not checked yet. */
    async stored(connectionId: string, id: string): Promise<{ readonly checkup: CopyCheckup | null } | Problem> {
      const copy = await wholeCopy(connectionId, id);
      return 'key' in copy ? copy : { checkup: checkupOf(copy) };
    },
    async checkAgain(connectionId: string, id: string): Promise<{ readonly checkup: CopyCheckup | null } | Problem> {
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

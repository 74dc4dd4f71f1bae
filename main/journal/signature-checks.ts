import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type SignatureFigures, signatureFigures } from '../../preload/contract/copy-verdict.ts';
import { type SignatureReport, signatureReport } from '../../preload/contract/signature-report.ts';
import { verdictOf } from '../signatures/copy-verdict.ts';
import type { Events } from './events.ts';
import { jsonText, statementsOf } from './statements.ts';
import { transaction } from './transaction.ts';

const row = z.object({
  sha256: z.string(),
  /** The report. Null: the check could not be finished, or another version wrote it. */
  report: jsonText.pipe(signatureReport).nullable().catch(null),
  /** Signatures that the report leaves out. */
  more: z.number(),
});
export type StoredReport = z.infer<typeof row>;

export interface SignatureCheck {
  readonly connectionId: string;
  readonly documentId: string;
  readonly figures: SignatureFigures;
  readonly report: SignatureReport | null;
  readonly more: number;
}

/** Tells whether a person would read the same verdict in both. */
function isSameVerdict(one: SignatureFigures | null, other: SignatureFigures): boolean {
  if (one?.sha256 !== other.sha256) return false;
  const [before, now] = [verdictOf(one), verdictOf(other)];
  return before.kind === now.kind && before.people === now.people && before.signed === now.signed;
}

const noted = z.object({ signatures: jsonText.pipe(signatureFigures).nullable().catch(null) });

/** Stores the last check of each signed copy. Its figures are in the fact of the document, its report is here. */
export function createSignatureChecks(database: DatabaseSync, events: Events) {
  const { ask, read, put, change } = statementsOf(database);
  const found = read(row, 'FROM signature_check WHERE connection_id = ? AND document_id = ?');
  const save = put('signature_check', ['connection_id', 'document_id'], ['sha256', 'report', 'more']);
  const before = ask(noted, 'SELECT signatures FROM document_fact WHERE connection_id = ? AND id = ?');
  const note = change('UPDATE document_fact SET signatures = ? WHERE connection_id = ? AND id = ?');

  return {
    /** Returns the findings for this content. Null: it was not checked. */
    of(connectionId: string, documentId: string, sha256: string): StoredReport | null {
      const stored = found.find(connectionId, documentId);
      return stored?.sha256 === sha256 ? stored : null;
    },
    /** Replaces the check before. The history has a line only for a verdict that is new. */
    put({ connectionId, documentId, figures, report, more }: SignatureCheck): void {
      transaction(database, () => {
        const isKnown = isSameVerdict(before.get(connectionId, documentId)?.signatures ?? null, figures);
        const text = report === null ? null : JSON.stringify(report);
        save(connectionId, documentId, figures.sha256, text, more);
        note(JSON.stringify(figures), connectionId, documentId);
        if (isKnown) return;
        const { at, ...content } = figures;
        events.append({
          at,
          subject: `document:${documentId}`,
          kind: 'copy-checked',
          content: { connectionId, ...content },
        });
      });
    },
  };
}

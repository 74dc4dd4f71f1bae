import { isSameName } from '../../../main/submission/document-name.ts';
import type { Scene } from './scene.ts';

interface Row {
  readonly documentId: string | null;
  readonly orphans: readonly string[];
  readonly name: string;
  readonly phase: string;
}

/** Drafts at the service that belong to no submission and that the app does not offer as orphan or candidate. */
export function unseenDrafts({ service }: Scene, rows: readonly Row[]): readonly string[] {
  const known = new Set(rows.flatMap((row) => [row.documentId, ...row.orphans]));
  return service.documents.all().flatMap(({ documentId, documentStatus, documentName }) => {
    if (documentStatus !== 'draft' || known.has(documentId)) return [];
    const asked = rows.some(
      (row) => row.phase === 'needs-you' && row.documentId === null && isSameName(row.name, documentName),
    );
    return asked ? [] : [documentName];
  });
}

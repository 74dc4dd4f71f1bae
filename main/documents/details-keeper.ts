import type { Journal } from '../journal/journal.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';
import type { Clock } from '../time/clock.ts';

interface DetailsKeeperDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<Journal, 'deadlines' | 'documentFacts' | 'documents' | 'documentsSeen'>;
  /** Returns the service user who is signed in. */
  readonly accountOf: (connectionId: string) => string | null;
  /** Reports that our knowledge of a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

export const timeOf = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/** The documented order of the statuses, and what the service then allows. */
const statuses: Readonly<
  Record<string, { readonly rank: number; readonly canWithdraw: boolean; readonly canDelete: boolean }>
> = {
  draft: { rank: 0, canWithdraw: false, canDelete: true },
  'in-progress': { rank: 1, canWithdraw: true, canDelete: false },
  signed: { rank: 2, canWithdraw: false, canDelete: false },
  rejected: { rank: 2, canWithdraw: false, canDelete: false },
  withdrawn: { rank: 2, canWithdraw: false, canDelete: true },
};
const ruleOf = (status: string) => (Object.hasOwn(statuses, status) ? statuses[status] : undefined);

/** Stores the findings of a look at a document, whoever wanted to see it. */
export function createDetailsKeeper({ clock, journal, accountOf, onChanged }: DetailsKeeperDeps) {
  const { documentFacts: facts, documents, documentsSeen } = journal;

  /**
   * Updates the listed status from the details, which may be newer than the last check. Never stores an older status.
   */
  function keepStatus(
    connectionId: string,
    { documentId: id, documentStatus: status, signStatus }: ServiceDocument,
  ): void {
    const listed = documents.find(connectionId, id);
    const rule = ruleOf(status);
    const before = listed === null ? undefined : ruleOf(listed.documentStatus);
    if (listed === null || rule === undefined || before === undefined || rule.rank <= before.rank) return;
    const { canWithdraw, canDelete } = rule;
    const entry = { ...listed, documentStatus: status, signStatus, canWithdraw, canDelete };
    const at = clock.now();
    documents.see(connectionId, [entry], at);
    documentsSeen.change(connectionId, entry);
    facts.see(connectionId, [{ id, status }], {
      at,
      before: journal.deadlines.get(connectionId, 'checked'),
      account: accountOf(connectionId),
    });
  }

  return {
    keep(connectionId: string, document: ServiceDocument): void {
      keepStatus(connectionId, document);
      const signees = document.signees.map(
        ({ id: _id, email = null, name = null, order = null, status = null, ...rest }) => ({
          ...rest,
          email,
          name,
          order,
          status,
        }),
      );
      const created = timeOf(document.creationTime);
      const started = timeOf(document.startTime);
      const completed = timeOf(document.completionTime);
      const { documentId, signatureMode: mode, jurisdiction } = document;
      const details = { created, started, completed, signees, mode, jurisdiction };
      facts.keepDetails(connectionId, documentId, details, clock.now());
      onChanged(connectionId, document.documentId);
    },
    /** Notes that the service has deleted the document. */
    markGone(connectionId: string, id: string): void {
      facts.setGone(connectionId, id, clock.now());
      onChanged(connectionId, id);
    },
  };
}

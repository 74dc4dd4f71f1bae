import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { ServiceDocument } from '../signing/answers/document.ts';

interface DetailsKeeperDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<Journal, 'documentFacts'>;
  /** What is known about a document changed. */
  readonly onChanged: (connectionId: string, id: string) => void;
}

export const timeOf = (text: string | null): number | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
};

/** Stores what a look at a document showed, whoever wanted to see it. */
export function createDetailsKeeper({ clock, journal: { documentFacts: facts }, onChanged }: DetailsKeeperDeps) {
  return {
    keep(connectionId: string, document: ServiceDocument): void {
      const signees = document.signees.map(({ email = null, name = null, order = null, status = null, ...rest }) => ({
        ...rest,
        email,
        name,
        order,
        status,
      }));
      const created = timeOf(document.creationTime);
      const started = timeOf(document.startTime);
      const completed = timeOf(document.completionTime);
      facts.keepDetails(connectionId, document.documentId, { created, started, completed, signees }, clock.now());
      onChanged(connectionId, document.documentId);
    },
    /** The service has deleted the document. */
    markGone(connectionId: string, id: string): void {
      facts.setGone(connectionId, id, clock.now());
      onChanged(connectionId, id);
    },
  };
}

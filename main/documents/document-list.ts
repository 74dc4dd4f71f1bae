import { basename } from 'node:path';
import type { DocumentEntry, ListedDocument } from '../../preload/contract/document.ts';
import type { Clock } from '../clock.ts';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import type { SavedCopy } from '../journal/saved-copies.ts';
import type { PublishedState } from '../published-state.ts';
import { beganAt, dueOf } from '../tracking/lifecycle.ts';

export interface DocumentListDeps {
  readonly clock: Clock;
  readonly state: PublishedState;
  readonly journal: Pick<Journal, 'documentFacts' | 'documents' | 'documentsSeen' | 'savedCopies'>;
}

/** A run changes many documents in a row. A person sees a few steps per second. */
const PUBLISH_MS = 200;
/** How long the list shows a document that the service has deleted. */
const SHOWN_AFTER_MS = 60 * 24 * 60 * 60_000;

/** The documents of the shown connection, each with its deadline, its people and its saved copy. */
export function createDocumentList({ clock, state, journal }: DocumentListDeps) {
  let cancelPublish: (() => void) | null = null;

  function publish(): void {
    cancelPublish = null;
    const { active } = state.get();
    state.publish({ documents: active === null ? [] : entries(active) });
  }

  function entries(connectionId: string): DocumentEntry[] {
    const facts = journal.documentFacts.of(connectionId);
    const saved = journal.savedCopies.latest(connectionId);
    const listed = journal.documentsSeen.list(connectionId);
    const shown = new Set(listed.map(({ id }) => id));
    const now = clock.now();
    const gone = [...facts.values()].flatMap((fact): ListedDocument[] => {
      const { id, status, goneAt } = fact;
      const matters = status === 'in-progress' || (status === 'signed' && !saved.has(id));
      if (goneAt === null || now - goneAt > SHOWN_AFTER_MS || !matters || shown.has(id)) return [];
      const entry = journal.documents.find(connectionId, id)?.entry;
      return entry === undefined ? [] : [{ ...entry, canWithdraw: false, canDelete: false }];
    });
    return [...listed, ...gone].map((entry) => entryOf(entry, facts.get(entry.id), saved.get(entry.id)));
  }

  return {
    publish,
    /** Publishes soon, together with what changes until then. */
    changed(connectionId: string): void {
      if (state.get().active === connectionId) cancelPublish ??= clock.after(PUBLISH_MS, publish);
    },
    close: (): void => cancelPublish?.(),
  };
}

function entryOf(listed: ListedDocument, fact: DocumentFact | undefined, copy: SavedCopy | undefined): DocumentEntry {
  const known = fact !== undefined && fact.status === listed.documentStatus ? fact : null;
  return {
    ...listed,
    since: known === null ? null : beganAt(known),
    due: known === null || known.goneAt !== null ? null : dueOf(known),
    signees: fact?.signees ?? null,
    saved: copy === undefined ? null : { name: basename(copy.path), at: copy.at },
    saveProblem: fact?.saveProblem ?? null,
    goneAt: fact?.goneAt ?? null,
  };
}

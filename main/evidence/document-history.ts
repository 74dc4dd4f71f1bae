import { z } from 'zod';
import type { HistoryLine } from '../../preload/contract/submission.ts';
import type { JournalEvent } from '../journal/events.ts';
import { oneLine } from '../one-line.ts';

/** The content of an event of a document. Fields that another version wrote differently are left out. */
const seen = z.object({ connectionId: z.string(), documentStatus: z.string(), signStatus: z.string().nullable() });
const happened = z.object({ connectionId: z.string(), person: z.string().exactOptional() });

export interface DocumentEvents {
  readonly connectionId: string;
  readonly events: readonly JournalEvent[];
  /** A person's name by the hash that the journal keeps. Null: nobody we know. */
  readonly nameOf: (person: string) => string | null;
}

const LONGEST_NAME = 120;
const plain: Readonly<Record<string, HistoryLine['kind']>> = {
  saved: 'saved',
  reminded: 'reminded',
  'document-gone': 'gone',
};

function contentOf<T>(schema: z.ZodType<T>, { content }: JournalEvent): T | null {
  return schema.safeParse(JSON.parse(content)).data ?? null;
}

/** The history of a document as this computer saw it, oldest first: statuses, the saved copy, reminders, its end. */
export function toDocumentLines({ connectionId, events, nameOf }: DocumentEvents): HistoryLine[] {
  const lines: HistoryLine[] = [];
  let before = '';
  for (const event of events) {
    const { seq, at, kind } = event;
    const line = { seq, at, step: null, command: null, problem: null };
    if (kind === 'document-seen' || kind === 'document-changed') {
      const content = contentOf(seen, event);
      if (content === null || content.connectionId !== connectionId) continue;
      const { documentStatus, signStatus } = content;
      // Other changes, say of what the service allows, are no steps of the document.
      const status = `${documentStatus} ${signStatus}`;
      if (status !== before) lines.push({ ...line, kind: 'status', documentStatus, signStatus });
      before = status;
      continue;
    }
    const as = Object.hasOwn(plain, kind) ? plain[kind] : undefined;
    const content = contentOf(happened, event);
    if (as === undefined || content === null || content.connectionId !== connectionId) continue;
    const who = content.person === undefined ? null : nameOf(content.person);
    lines.push({ ...line, kind: as, ...(who === null ? {} : { who: oneLine(who, LONGEST_NAME) }) });
  }
  return lines;
}

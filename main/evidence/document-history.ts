import { z } from 'zod';
import { signatureFigures } from '../../preload/contract/copy-verdict.ts';
import { documentOrderKind } from '../../preload/contract/document.ts';
import { personOrderKind } from '../../preload/contract/person-order.ts';
import { problem } from '../../preload/contract/problem.ts';
import type { HistoryLine } from '../../preload/contract/submission.ts';
import type { JournalEvent } from '../journal/events.ts';
import { verdictOf } from '../signatures/copy-verdict.ts';
import { oneLine } from '../words/one-line.ts';

/** The content of an event of a document. Fields that another version wrote differently are left out. */
const seen = z.object({ connectionId: z.string(), documentStatus: z.string(), signStatus: z.string().nullable() });
const happened = z.object({ connectionId: z.string(), person: z.string().exactOptional() });
const checked = signatureFigures.omit({ at: true }).extend({ connectionId: z.string() });
const ordered = z.object({ connectionId: z.string(), command: documentOrderKind, problem: problem.exactOptional() });

export interface DocumentEvents {
  readonly connectionId: string;
  readonly events: readonly JournalEvent[];
  /** Returns a person's name by the hash that the journal stores, or null for nobody we know. */
  readonly nameOf: (person: string) => string | null;
}

const LONGEST_NAME = 120;
const plain: Readonly<Record<string, HistoryLine['kind']>> = {
  saved: 'saved',
  rescued: 'rescued',
  reminded: 'reminded',
  'document-gone': 'gone',
};

const orderLines: Readonly<Record<string, 'asked' | 'began' | 'unclear' | 'failed' | 'done' | 'dropped'>> = {
  'document-command-asked': 'asked',
  'document-command-began': 'began',
  'document-command-unclear': 'unclear',
  'document-command-failed': 'failed',
  'document-command-done': 'done',
  'document-command-dropped': 'dropped',
};
const whatWorked = { withdraw: 'withdrawn', delete: 'deleted' } as const;

const forPerson = z.object({
  connectionId: z.string(),
  command: personOrderKind,
  person: z.string(),
  problem: problem.exactOptional(),
});
const personEnds: Readonly<Record<string, 'done' | 'perhaps' | 'failed'>> = {
  'person-command-done': 'done',
  'person-command-perhaps': 'perhaps',
  'person-command-failed': 'failed',
};

/** Writes a line about a person's order for one person of the document, once it has ended. */
function toPersonLine(event: JournalEvent, { connectionId, nameOf }: DocumentEvents): HistoryLine | null {
  const end = Object.hasOwn(personEnds, event.kind) ? personEnds[event.kind] : undefined;
  const content = end === undefined ? null : contentOf(forPerson, event);
  if (end === undefined || content?.connectionId !== connectionId) return null;
  const { seq, at } = event;
  const who = nameOf(content.person);
  const why = end === 'failed' ? (content.problem ?? null) : null;
  const line = { seq, at, kind: 'person-order', step: null, command: null, problem: why } as const;
  return {
    ...line,
    ordered: { what: content.command, end },
    ...(who === null ? {} : { who: oneLine(who, LONGEST_NAME) }),
  };
}

/** Writes a line about a person's order to withdraw or delete the document. Null: the event is another one. */
function toOrderLine(event: JournalEvent, connectionId: string): HistoryLine | null {
  const kind = Object.hasOwn(orderLines, event.kind) ? orderLines[event.kind] : undefined;
  const content = kind === undefined ? null : contentOf(ordered, event);
  if (kind === undefined || content?.connectionId !== connectionId) return null;
  const { command, problem: why = null } = content;
  const line = { seq: event.seq, at: event.at, problem: kind === 'failed' || kind === 'unclear' ? why : null };
  if (kind === 'asked') return { ...line, kind, step: null, command };
  return { ...line, kind: kind === 'done' ? whatWorked[command] : kind, step: command, command: null };
}

/** Writes a line about a check of the signed copy. Null: the event is another one. */
function toCheckLine(event: JournalEvent, connectionId: string): HistoryLine | null {
  const { seq, at, kind } = event;
  const found = kind === 'copy-checked' ? contentOf(checked, event) : null;
  if (found?.connectionId !== connectionId) return null;
  return {
    seq,
    at,
    kind: 'copy-checked',
    step: null,
    command: null,
    problem: null,
    verdict: verdictOf({ ...found, at }),
  };
}

function contentOf<T>(schema: z.ZodType<T>, { content }: JournalEvent): T | null {
  return schema.safeParse(JSON.parse(content)).data ?? null;
}

/**
 * Writes the history of a document as this computer saw it, oldest first: statuses, the saved copy, reminders, its end.
 */
export function toDocumentLines(of: DocumentEvents): HistoryLine[] {
  const { connectionId, events, nameOf } = of;
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
    const own = toOrderLine(event, connectionId) ?? toCheckLine(event, connectionId) ?? toPersonLine(event, of);
    if (own !== null) {
      lines.push(own);
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

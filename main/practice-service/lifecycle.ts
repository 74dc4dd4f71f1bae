import type { PracticeDocument } from './document.ts';
import { DAY, DRAFT_DAYS, FINISHED_DAYS, UNSIGNED_DAYS } from './rules.ts';
import { withdraw } from './signing.ts';

/** The time of the document's next deadline. */
export function dueAt(document: PracticeDocument): number {
  const { documentStatus, statusChangedAt } = document;
  if (documentStatus === 'draft') return statusChangedAt + DRAFT_DAYS * DAY;
  if (documentStatus === 'in-progress') return statusChangedAt + UNSIGNED_DAYS * DAY;
  return statusChangedAt + FINISHED_DAYS * DAY;
}

/** The document at this time. Null: deleted. A long jump may pass two deadlines. */
export function aged(document: PracticeDocument, now: number): PracticeDocument | null {
  const due = dueAt(document);
  if (now < due) return document;
  return document.documentStatus === 'in-progress' ? aged(withdraw(document, due), now) : null;
}

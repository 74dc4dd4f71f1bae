import type { TFunction } from 'i18next';
import type { DocumentFact } from '../journal/document-facts.ts';
import type { Journal } from '../journal/journal.ts';
import { unhurried } from '../time/slices.ts';
import { dueOf } from '../tracking/lifecycle.ts';
import { oneLine } from '../words/one-line.ts';
import type { CalendarDay } from './calendar.ts';
import { wasTakenBack } from './sent-document.ts';

export interface DeadlinesDeps {
  readonly journal: Pick<Journal, 'documentFacts' | 'documents' | 'submissions'>;
  readonly connectionId: string;
  /** The service user whose documents are listed. */
  readonly account: string | null;
  readonly locale: string;
  readonly t: TFunction;
}

const LONGEST_NAME = 120;

function dayOf({ journal, connectionId, account, locale, t }: DeadlinesDeps, fact: DocumentFact): CalendarDay | null {
  const seen = journal.documents.find(connectionId, fact.id);
  const due = dueOf({ ...fact, signStatus: seen?.signStatus ?? null });
  if (due === null || fact.goneAt !== null || (fact.account !== null && fact.account !== account)) return null;
  if (wasTakenBack(journal.submissions.ownerOf(connectionId, fact.id))) return null;
  const { what, at, bound } = due;
  const name = oneLine(seen?.name ?? fact.id, LONGEST_NAME);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at);
  return {
    uid: `deadline-${fact.id}@countersign`,
    at,
    summary: t(`calendar.${what}`, { name }),
    description: t(`due.${what}.${bound}`, { date }),
  };
}

/** Returns the deadline of one document, or of all that wait for signatures, the first ones first. */
export async function deadlinesOf(deps: DeadlinesDeps, id: string | null): Promise<readonly CalendarDay[]> {
  const { documentFacts } = deps.journal;
  if (id !== null) {
    const fact = documentFacts.find(deps.connectionId, id);
    const day = fact === null ? null : dayOf(deps, fact);
    return day === null ? [] : [day];
  }
  const days: CalendarDay[] = [];
  for await (const fact of unhurried(documentFacts.running(deps.connectionId))) {
    const day = dayOf(deps, fact);
    if (day !== null) days.push(day);
  }
  return days.toSorted((one, other) => one.at - other.at);
}

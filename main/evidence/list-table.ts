import type { TFunction } from 'i18next';
import type { DocumentSignee } from '../../preload/contract/document.ts';
import type { ListRow } from '../../preload/contract/list.ts';
import type { TrackedDocument } from '../journal/tracked-documents.ts';
import { verdictOfCopy } from '../signatures/copy-verdict.ts';
import { endedAt } from '../tracking/lifecycle.ts';
import { statusNow } from '../tracking/status-now.ts';
import { oneLine } from '../words/one-line.ts';
import { knownPeople } from './known-people.ts';

/** The facts that the table has and the list does not show. */
export interface TableFacts {
  readonly document: TrackedDocument | null;
  /** The chosen people and the hash of the file, for a row that was sent from here. */
  readonly wish: { readonly sha256: string; readonly comment: string; readonly emails: readonly string[] } | null;
  readonly copy: { readonly name: string; readonly sha256: string } | null;
}

const statuses = ['draft', 'in-progress', 'signed', 'withdrawn', 'rejected'] as const;
const signeeStatuses = ['on-hold', 'pending', 'in-progress', 'signed', 'rejected'] as const;
const columns = [
  'table.name',
  'details.status',
  'details.signees',
  'details.started',
  'details.completed',
  'documents.columns.due',
  'copy.title',
  'table.copyHash',
  'verdict.label',
  'verdict.at',
  'table.sentHash',
  'details.comment',
  'evidence.documentId',
  'evidence.gone',
] as const;

export const headings = (t: TFunction): readonly string[] => columns.map((column) => t(column));

/** Writes a time as all spreadsheets read it: 2026-05-03 14:30, in local time. */
function sayMoment(at: number | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Says the status in the words of the list. What has no document is said by its submission or its group. */
function sayStatus({ group, document, submission }: ListRow, t: TFunction): string {
  const end = submission?.end ?? null;
  const done = { end, finished: (submission?.finishedAt ?? null) !== null };
  const seen = document && { status: document.documentStatus, gone: document.goneAt !== null };
  const status = statusNow(done, seen);
  if (status === null) return end === null || end === 'started' ? t(`documents.${group}`) : t(`submission.end.${end}`);
  if (status === 'deleted') return end === 'cancelled' ? t('submission.end.cancelled') : t('row.gone');
  const known = statuses.find((one) => one === status);
  return known === undefined ? status : t(`documentStatus.${known}`);
}

/** The longest reason in a cell. A longer one would make a cell that nobody can read. */
const LONGEST_REASON = 300;

/** Writes a person with the state, when this person decided and opened the document, and the reason of a rejection. */
function sayPerson({ name, email, status, decidedAt, viewedAt, reason }: DocumentSignee, t: TFunction): string {
  const who = name === null ? (email ?? '') : email === null ? name : `${name} <${email}>`;
  const known = signeeStatuses.find((one) => one === status);
  const state = known === undefined ? status : t(`signeeStatus.${known}`);
  const said = [
    [state, decidedAt === undefined ? null : sayMoment(decidedAt)].filter(Boolean).join(' '),
    viewedAt === undefined ? '' : t('details.opened', { time: sayMoment(viewedAt) }),
    reason === undefined ? '' : t('details.ownWords', { words: oneLine(reason, LONGEST_REASON) }),
  ].filter(Boolean);
  return said.length === 0 ? who : t('app.labelled', { label: who, value: said.join(', ') });
}

/** Returns the cells of a row, in the order of the headings. */
export function cellsOf(row: ListRow, { document, wish, copy }: TableFacts, t: TFunction): readonly string[] {
  const known = document === null ? null : knownPeople(document);
  const people = known?.map((one) => sayPerson(one, t)) ?? wish?.emails ?? [];
  const verdict = document === null || copy === null ? null : verdictOfCopy(document);
  return [
    row.document?.name ?? row.submission?.name ?? '',
    sayStatus(row, t),
    people.join('; '),
    sayMoment(document?.started ?? null),
    sayMoment(document === null ? null : endedAt(document)),
    sayMoment(row.document?.due?.at ?? null),
    copy?.name ?? '',
    copy?.sha256 ?? '',
    verdict === null ? '' : t(`verdict.chip.${verdict.kind}`, { count: verdict.people, ...verdict }),
    sayMoment(verdict?.at ?? null),
    wish?.sha256 ?? '',
    wish?.comment ?? '',
    row.document?.id ?? row.submission?.documentId ?? '',
    sayMoment(row.document?.goneAt ?? null),
  ];
}

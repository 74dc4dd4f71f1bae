import type { TFunction } from 'i18next';
import type { HowFar } from '../../preload/contract/waiting.ts';
import { signatureModes } from '../../shared/signature-modes.ts';
import { writeTable } from '../../shared/tables/write-table.ts';
import { beganAt } from '../tracking/lifecycle.ts';
import { type MonthDocument, monthOf } from './month-figures.ts';

export interface CountedDocument extends MonthDocument {
  /** The kind of signature that was asked for. Null: the document was sent from elsewhere, and its details were not read. */
  readonly mode: string | null;
}

interface Line {
  /** The month. Empty: the service has not said yet when it was signed. */
  readonly month: string;
  readonly profile: string | null;
  readonly mode: CountedDocument['mode'];
  signatures: number;
  documents: number;
}

/** Returns the month of a signature. The end of the document stands for it where the service says no more. */
const signedIn = (at: number | null): string => (at === null ? '' : monthOf(at));

/** Tells whether it is known who has signed a document. */
function isCounted({ status, signStatus, signees }: MonthDocument['document']): boolean {
  if (status === 'in-progress' && signStatus === 'pending') return true;
  if (signees === null || status === 'signed') return signees !== null;
  // The list may know of a signature that older details lack.
  const isOld =
    status === 'in-progress' && signStatus === 'in-progress' && !signees.some((one) => one.status === 'signed');
  return !isOld && signees.length > 0 && signees.every((signee) => signee.status !== null);
}

/** Counts signatures by month, profile and kind: services charge for each. */
export function createSignatureCounts() {
  const lines = new Map<string, Line>();
  const howFar = { read: 0, all: 0 };

  return {
    add({ document, profile, mode }: CountedDocument): void {
      howFar.all += 1;
      if (isCounted(document)) howFar.read += 1;
      const endedAt = document.status === 'in-progress' ? null : (document.completed ?? beganAt(document));
      const signees = document.signees ?? [];
      // Where the service tells nothing of single people, everybody has signed a document that is signed.
      const isWhole = document.status === 'signed' && signees.every(({ status }) => status === null);
      const signed = signees.filter(({ status }) => isWhole || status === 'signed');
      const months = signed.map(({ decidedAt = null }) => signedIn(decidedAt ?? endedAt));
      for (const [at, month] of months.entries()) {
        const key = JSON.stringify([month, profile, mode]);
        const line = lines.get(key) ?? { month, profile, mode, signatures: 0, documents: 0 };
        line.signatures += 1;
        if (months.indexOf(month) === at) line.documents += 1;
        lines.set(key, line);
      }
    },
    /** Documents whose signatures are known, of those that have some or may have some. */
    howFar: (): HowFar => ({ ...howFar }),
    /** Returns the lines by month, and in each month by the name of the profile. */
    lines: (): readonly Line[] =>
      [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line),
  };
}

export interface SignatureFigures {
  readonly lines: readonly Line[];
  readonly howFar: HowFar;
  /** Whether every document of the account is known. */
  readonly isWhole: boolean;
}

/** Says the kind of signature. An unknown word of the service is shown unchanged. */
function sayMode(mode: string | null, t: TFunction): string {
  const known = signatureModes.find((one) => one === mode);
  return known === undefined ? (mode ?? t('month.kindUnknown')) : t(`mode.${known}`);
}

/** Writes the table of all counts, for a spreadsheet. What nobody has read yet is said below it. */
export function signatureTable(
  { lines, howFar, isWhole }: SignatureFigures,
  separator: ',' | ';',
  t: TFunction,
): string {
  const head = ['month.month', 'month.profile', 'month.kind', 'month.signatures', 'documents.title'] as const;
  const rows = lines.map(({ month, profile, mode, signatures, documents }) => [
    month,
    profile ?? '',
    sayMode(mode, t),
    String(signatures),
    String(documents),
  ]);
  const gaps = [
    ...(howFar.read < howFar.all ? [t('month.tableHowFar', howFar)] : []),
    ...(isWhole ? [] : [t('month.notWhole')]),
  ].map((sentence) => [sentence, ...head.slice(1).map(() => '')]);
  return writeTable([head.map((key) => t(key)), ...rows, ...gaps], separator);
}

import type { TFunction } from 'i18next';
import { writeTable } from '../../shared/tables/write-table.ts';
import { beganAt } from '../tracking/lifecycle.ts';
import { type MonthDocument, monthOf } from './month-figures.ts';

export interface CountedDocument extends MonthDocument {
  /** The kind of signature that was asked for. Null: the document was sent from elsewhere. */
  readonly mode: 'timestamp' | 'advanced' | 'qualified' | null;
}

interface Line {
  /** The month. Empty: the service has not said yet when it was signed. */
  readonly month: string;
  readonly profile: string | null;
  readonly mode: CountedDocument['mode'];
  signatures: number;
  /** Documents with such a signature. */
  documents: number;
}

/** Returns the month of a signature. The end of the document stands for it where the service says no more. */
const signedIn = (at: number | null): string => (at === null ? '' : monthOf(at));

/** Counts signatures by month, profile and kind: services charge for each. */
export function createSignatureCounts() {
  const lines = new Map<string, Line>();

  return {
    add({ document, profile, mode }: CountedDocument): void {
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
    /** Returns the lines by month, and in each month by the name of the profile. */
    lines: (): readonly Line[] =>
      [...lines].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line),
  };
}

export type SignatureCounts = ReturnType<typeof createSignatureCounts>;

/** Writes the table of all counts, for a spreadsheet. */
export function signatureTable(lines: readonly Line[], separator: ',' | ';', t: TFunction): string {
  const head = ['month.month', 'month.profile', 'month.kind', 'month.signatures', 'documents.title'] as const;
  const rows = lines.map(({ month, profile, mode, signatures, documents }) => [
    month,
    profile ?? '',
    mode === null ? '' : t(`mode.${mode}`),
    String(signatures),
    String(documents),
  ]);
  return writeTable([head.map((key) => t(key)), ...rows], separator);
}

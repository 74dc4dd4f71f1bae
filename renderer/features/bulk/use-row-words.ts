import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { sayDate } from '../../language/say-moment.ts';
import { shownName } from '../../ui/shown-name.ts';
import type { BulkRow } from './bulk-list.ts';
import type { Trouble, Verdict } from './judge-rows.ts';

export interface RowWords {
  readonly trouble: (trouble: Trouble, row: BulkRow) => string;
  /** Says that the row was sent before, else null. */
  readonly before: (verdict: Verdict) => string | null;
  readonly state: (verdict: Verdict) => string;
  /** Joins all reasons in one text, for a saved list. */
  readonly reason: (verdict: Verdict, row: BulkRow) => string;
}

export function useRowWords(locale: string): RowWords {
  const { t } = useTranslation();
  const trouble = useCallback(
    (found: Trouble, { cells }: BulkRow): string => {
      switch (found.kind) {
        case 'problem':
          return `${t(`problem.${found.problem.key}.what`, found.problem.params)} ${t(`problem.${found.problem.key}.do`, found.problem.params)}`;
        case 'address':
          return `${found.text === '' ? '' : `${found.text} – `}${t(`signees.problem.${found.why}`)}`;
        case 'not-here':
        case 'several-files':
          return t(`bulk.trouble.${found.kind}`, { name: shownName(cells.file.trim()) });
        case 'order-count':
          return t('bulk.trouble.order-count', { steps: found.steps, people: found.people });
        case 'note-long':
          return t('bulk.trouble.note-long', { limit: lengths.comment });
        case 'profile-unknown':
          return t('bulk.trouble.profile-unknown', { name: cells.profile.trim() });
        case 'twice':
        case 'perhaps-twice':
          return t(`bulk.trouble.${found.kind}`, { row: found.row });
        default:
          return t(`bulk.trouble.${found.kind}`);
      }
    },
    [t],
  );
  const before = useCallback(
    ({ before: earlier, state, choices }: Verdict): string | null => {
      if (earlier === null || state === 'ready') return null;
      // Nobody knows yet whom the fields of a file name.
      const isSure = earlier.signees.length > 0 && choices?.signees.length !== 0;
      return t(`bulk.before.${isSure ? earlier.state : 'perhaps'}`, { date: sayDate(earlier.acceptedAt, locale) });
    },
    [t, locale],
  );
  const state = useCallback(
    ({ state: kind, choices }: Verdict): string => {
      if (kind !== 'ready') return t(`bulk.state.${kind}`);
      const count = choices?.signees.length ?? 0;
      return count === 0 ? t('bulk.state.readyScan') : t('bulk.state.ready', { count });
    },
    [t],
  );
  const reason = useCallback(
    (verdict: Verdict, row: BulkRow): string => {
      const said = verdict.troubles.map((one) => trouble(one, row));
      const earlier = before(verdict);
      const all = earlier === null ? said : [earlier, ...said];
      return all.length > 0 ? all.join(' ') : state(verdict);
    },
    [trouble, before, state],
  );
  return useMemo(() => ({ trouble, before, state, reason }), [trouble, before, state, reason]);
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '../../../preload/contract/limits.ts';
import { noteTooLong } from './missing-parts.ts';
import type { SigneeList } from './signees/signee-list.ts';

/** Returns a remark for each signee whose note is longer than the service accepts. */
export function useLongNotes(signees: SigneeList): ReadonlyMap<string, string> {
  const { t } = useTranslation();
  return useMemo(() => {
    const remark = t('send.noteTooLong', { limit: lengths.comment });
    return new Map(signees.filter(noteTooLong).map(({ key }) => [key, remark]));
  }, [signees, t]);
}

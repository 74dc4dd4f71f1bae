import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '../../../preload/contract/person.ts';

/** Says how often a person was asked to sign, and when last. */
export function useUsageText(locale: string): (person: PersonRow) => string {
  const { t } = useTranslation();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    return ({ used, lastUsed }) =>
      lastUsed === null
        ? t('people.never')
        : t('people.usedLast', { times: t('people.used', { count: used }), date: day.format(lastUsed) });
  }, [t, locale]);
}

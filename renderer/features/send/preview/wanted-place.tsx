import { useTranslation } from 'react-i18next';
import { limits } from '../../../../preload/contract/limits.ts';
import type { PagePlace } from '../../../../preload/contract/signature-report.ts';
import { type Place, placeOf } from './field-place.ts';
import styles from './reader.module.css';

/** The page that a person wants to see, and the places on it, as far as they are known. */
export interface WantedPlace {
  readonly page: number;
  readonly places: readonly PagePlace[];
}

/** The places on the page that is shown. Null: it is another one than the wanted one. */
export const placesOn = (wanted: WantedPlace | null, number: number, page: Parameters<typeof placeOf>[1] | null) =>
  wanted?.page === number && page !== null
    ? wanted.places.map((one) => placeOf(one, page)).filter((one): one is Place => one !== null)
    : null;

interface WantedLineProps {
  readonly wanted: WantedPlace;
  readonly pages: number;
  /** The places that are marked. Null: the page is not shown yet, or another one is. */
  readonly marked: readonly Place[] | null;
}

/** Says what of the wanted place is marked. */
export function WantedLine({ wanted, pages, marked }: WantedLineProps) {
  const { t } = useTranslation();
  const { page } = wanted;
  const text = () => {
    if (page > pages) return t('verdict.onPage.noPage', { page });
    if (marked === null) return null;
    if (marked.length === 0) return t('verdict.onPage.unmarked');
    if (marked.length >= limits.changePlaces) return t('verdict.onPage.first', { number: marked.length });
    return t('verdict.onPage.marked', { count: marked.length });
  };
  return <output className={styles['wanted']}>{text()}</output>;
}

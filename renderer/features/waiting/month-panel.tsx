import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pace } from '../../../preload/contract/insight.ts';
import { bridge } from '../../bridge/bridge.ts';
import { saySpan } from '../../language/say-span.ts';
import { useMinute } from '../../language/use-minute.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { shownName } from '../../ui/shown-name.ts';
import styles from './month-panel.module.css';
import { monthAfter, monthOf, sayMonth } from './months.ts';

interface PacesProps {
  readonly title: string;
  /** The heading of the first column. */
  readonly what: string;
  /** What the second column counts. */
  readonly counted: string;
  readonly paces: readonly Pace[];
  readonly locale: string;
}

/** A table with a bar for each median. The bar repeats the time beside it, so it is not read out. */
function Paces({ title, what, counted, paces, locale }: PacesProps) {
  const { t } = useTranslation();
  const longest = Math.max(1, ...paces.map(({ medianMs }) => medianMs));
  const numbers = new Intl.NumberFormat(locale);
  return (
    <table className={styles['paces']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{counted}</th>
          <th scope="col">{t('month.median')}</th>
        </tr>
      </thead>
      <tbody>
        {paces.map(({ key, name, count, medianMs }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{shownName(name)}</bdi>
            </th>
            <td>{numbers.format(count)}</td>
            <td>
              <span className={styles['pace']}>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={Math.max(1, (medianMs / longest) * 100)} height="8" />
                </svg>
                {saySpan(0, medianMs, locale, 'long')}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MonthPanelProps {
  readonly locale: string;
  /** When documents were last read: the figures may be others since. */
  readonly readAt: number | null;
}

/** What happened in a month: a few numbers, and who signs how fast. */
export function MonthPanel({ locale, readAt }: MonthPanelProps) {
  const { t } = useTranslation();
  const current = monthOf(useMinute());
  const [month, setMonth] = useState(current);
  const figures = useAnswer(() => bridge().insight.month({ month }), [month], readAt);

  if (figures === null || figures.first === null) return null;
  const { sent, signed, rejected, medianMs, people, profiles, first } = figures;
  const numbers = new Intl.NumberFormat(locale);
  const counts = [
    [t('details.started'), sent],
    [t('documentStatus.signed'), signed],
    [t('documentStatus.rejected'), rejected],
  ] as const;
  return (
    <section className={styles['panel']} aria-labelledby="month">
      <div className={styles['head']}>
        <h2 id="month" aria-live="polite">
          {sayMonth(figures.month, locale)}
        </h2>
        <Button
          look="quiet"
          aria-label={t('month.before')}
          isDisabled={month <= first}
          onPress={() => setMonth(monthAfter(month, -1))}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          aria-label={t('month.after')}
          isDisabled={month >= current}
          onPress={() => setMonth(monthAfter(month, 1))}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
      <dl className={styles['counts']}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{numbers.format(count)}</dd>
          </div>
        ))}
        {medianMs !== null && (
          <div>
            <dt>{t('month.whole')}</dt>
            <dd>{saySpan(0, medianMs, locale, 'long')}</dd>
          </div>
        )}
      </dl>
      {people.length > 0 && (
        <Paces
          title={t('month.byPerson')}
          what={t('month.person')}
          counted={t('month.signatures')}
          paces={people}
          locale={locale}
        />
      )}
      {profiles.length > 0 && (
        <Paces
          title={t('month.byProfile')}
          what={t('month.profile')}
          counted={t('documents.title')}
          paces={profiles}
          locale={locale}
        />
      )}
    </section>
  );
}

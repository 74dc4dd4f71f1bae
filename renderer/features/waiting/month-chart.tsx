import { useTranslation } from 'react-i18next';
import type { MonthFigures } from '../../../preload/contract/insight.ts';
import styles from './month-chart.module.css';
import { daysOfMonth } from './months.ts';

interface MonthChartProps {
  readonly figures: Pick<MonthFigures, 'month' | 'days'>;
  readonly now: number;
  readonly locale: string;
}

/** Shows two bars for each day: what was sent, and what was signed. The tables of all figures say the same in words. */
export function MonthChart({ figures: { month, days }, now, locale }: MonthChartProps) {
  const { t } = useTranslation();
  const most = Math.max(1, ...days.flatMap(({ sent, signed }) => [sent, signed]));
  const today = new Date(now).setHours(0, 0, 0, 0);
  const numbers = new Intl.NumberFormat(locale);
  const saidDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });
  return (
    <div className={styles['chart']} role="img" aria-label={t('month.chart')}>
      {daysOfMonth(month).map(({ at, day, isWeekend, isMonday }, index) => {
        const { sent = 0, signed = 0 } = days[index] ?? {};
        const isToday = at === today;
        const counts = `${t('details.started')} ${numbers.format(sent)} · ${t('documentStatus.signed')} ${numbers.format(signed)}`;
        return (
          <div key={day} className={styles['day']} data-weekend={isWeekend} title={`${saidDay.format(at)} – ${counts}`}>
            <span className={styles['bars']}>
              <span className={styles['sent']} style={{ height: `${(sent / most) * 100}%` }} hidden={sent === 0} />
              <span
                className={styles['signed']}
                style={{ height: `${(signed / most) * 100}%` }}
                hidden={signed === 0}
              />
            </span>
            <span className={styles['label']} data-today={isToday}>
              {(isMonday || isToday) && numbers.format(day)}
            </span>
          </div>
        );
      })}
    </div>
  );
}

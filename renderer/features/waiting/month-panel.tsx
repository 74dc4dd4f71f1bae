import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { bridge } from '../../bridge/bridge.ts';
import { saySpan } from '../../language/say-span.ts';
import { useMinute } from '../../language/use-minute.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { MonthChart } from './month-chart.tsx';
import styles from './month-panel.module.css';
import { MonthTables } from './month-tables.tsx';
import { monthAfter, monthOf, sayMonth } from './months.ts';

/** The height from which the month is open. In a lower window it is one line, until a person opens it. */
const high = matchMedia('(min-height: 700px)');

function onHeight(listener: () => void): () => void {
  high.addEventListener('change', listener);
  return () => high.removeEventListener('change', listener);
}

interface MonthPanelProps {
  readonly locale: string;
  /** The time at which documents were last read: the figures may be others since. */
  readonly readAt: number | null;
  /** Whether every document of the account is known. */
  readonly isWhole: boolean;
}

/** Shows the figures of a month, and its days. */
export function MonthPanel({ locale, readAt, isWhole }: MonthPanelProps) {
  const { t } = useTranslation();
  const now = useMinute();
  const current = monthOf(now);
  const [turned, setTurned] = useState<string | null>(null);
  const [bare, setBare] = useState<string | null>(null);
  const month = turned ?? (bare === current ? monthAfter(current, -1) : current);
  const isHigh = useSyncExternalStore(onHeight, () => high.matches);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const figures = useAnswer(() => bridge().insight.month({ month }), [month], readAt);

  if (figures === null || figures.first === null) return null;
  const { sent, signed, rejected, medianMs, first, howFar } = figures;
  const isEmpty = sent + signed + rejected === 0;
  const numbers = new Intl.NumberFormat(locale);
  const counts = [
    { id: 'sent', label: t('details.started'), text: numbers.format(sent) },
    { id: 'signed', label: t('documentStatus.signed'), text: numbers.format(signed) },
    ...(rejected > 0 ? [{ id: 'rejected', label: t('documentStatus.rejected'), text: numbers.format(rejected) }] : []),
    ...(medianMs === null
      ? []
      : [{ id: 'median', label: t('month.whole'), text: saySpan(0, medianMs, locale, 'long') }]),
  ];
  const unread = [
    ...(howFar.read < howFar.all ? [t('month.howFar', howFar)] : []),
    ...(isWhole ? [] : [t('month.notWhole')]),
  ];
  // A month that has just begun has nothing to show. The last one has.
  if (
    bare !== current &&
    turned === null &&
    isEmpty &&
    unread.length === 0 &&
    figures.month === current &&
    first < current
  )
    setBare(current);
  const summary = [...counts.map(({ label, text }) => `${label} ${text}`), ...unread].join(' · ');
  return (
    <section className={styles['panel']} aria-label={sayMonth(figures.month, locale)}>
      <Fold
        level={2}
        title={sayMonth(figures.month, locale)}
        summary={summary}
        isOpen={chosen ?? isHigh}
        onOpenChange={setChosen}
      >
        <div className={styles['month']}>
          <div className={styles['figures']}>
            <dl className={styles['counts']}>
              {counts.map(({ id, label, text }) => (
                <div key={id} data-of={id}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            {isEmpty && unread.length === 0 && <p className={styles['quiet']}>{t('month.empty')}</p>}
            {unread.map((sentence) => (
              <p key={sentence} className={styles['quiet']}>
                {sentence}
              </p>
            ))}
            <div className={styles['turn']}>
              <Button
                look="quiet"
                aria-label={t('month.before')}
                isDisabled={month <= first}
                onPress={() => setTurned(monthAfter(month, -1))}
              >
                <ChevronLeft size={18} aria-hidden="true" />
              </Button>
              <Button
                look="quiet"
                aria-label={t('month.after')}
                isDisabled={month >= current}
                onPress={() => setTurned(monthAfter(month, 1))}
              >
                <ChevronRight size={18} aria-hidden="true" />
              </Button>
              <Button look="quiet" onPress={() => setShowsAll(true)}>
                {t('month.all')}
              </Button>
            </div>
          </div>
          <MonthChart figures={figures} now={now} locale={locale} />
        </div>
      </Fold>
      {showsAll && (
        <MonthTables figures={figures} locale={locale} isWhole={isWhole} onClose={() => setShowsAll(false)} />
      )}
    </section>
  );
}

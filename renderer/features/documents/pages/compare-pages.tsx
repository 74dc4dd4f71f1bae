import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useInnerSize } from '../../send/preview/use-inner-size.ts';
import styles from './compare.module.css';
import { PagePane } from './page-pane.tsx';
import { type BothPdfs, type Difference, useDifferences } from './use-differences.ts';

/** Between the two pages. */
const gap = 16;

interface ComparePagesProps extends BothPdfs {
  readonly number: number;
  readonly onTurn: (to: number) => void;
}

type Told = Difference['kind'] | 'running' | 'only-sent' | 'only-saved';

const tones: Readonly<Partial<Record<Told, string>>> = {
  differs: 'danger',
  'only-sent': 'danger',
  'only-saved': 'danger',
  unclear: 'warn',
};

function toldOf({ sent, saved }: BothPdfs, number: number, found: ReadonlyMap<number, Difference>): Told {
  if (number > saved.numPages) return 'only-sent';
  if (number > sent.numPages) return 'only-saved';
  return found.get(number)?.kind ?? 'running';
}

interface DifferentPagesProps extends BothPdfs {
  readonly number: number;
  readonly found: ReadonlyMap<number, Difference>;
  readonly onTurn: (to: number) => void;
}

/** Lists the pages that look different so far: a press shows one. */
function DifferentPages({ sent, saved, number, found, onTurn }: DifferentPagesProps) {
  const { t } = useTranslation();
  const counts = { sent: sent.numPages, saved: saved.numPages };
  const different = [...found]
    .flatMap(([page, { kind }]) => (kind === 'differs' ? [page] : []))
    .toSorted((a, b) => a - b);
  return (
    <div role="group" aria-label={t('verdict.compare.list')} className={styles['different']}>
      <span>{different.length > 0 ? t('verdict.compare.list') : t('verdict.compare.none')}</span>
      {different.map((page) => (
        <Button
          key={page}
          aria-label={t('preview.page', { page })}
          aria-pressed={page === number}
          onPress={() => onTurn(page)}
        >
          {page}
        </Button>
      ))}
      {counts.sent !== counts.saved && (
        <span className={styles['told']} data-tone="danger">
          {t('verdict.compare.pages', counts)}
        </span>
      )}
      <span className={styles['progress']}>
        {t('verdict.compare.progress', { done: found.size, count: Math.min(counts.sent, counts.saved) })}
      </span>
    </div>
  );
}

/** Shows the same page of both documents, which scroll together, and whether it looks different. */
export function ComparePages({ sent, saved, number, onTurn }: ComparePagesProps) {
  const { t } = useTranslation();
  const area = useRef<HTMLDivElement>(null);
  const room = useInnerSize(area);
  const width = Math.max(0, Math.floor((room.width - gap) / 2));
  const pages = Math.max(sent.numPages, saved.numPages);
  const found = useDifferences({ sent, saved }, number);
  const told = toldOf({ sent, saved }, number, found);
  const difference = found.get(number);
  const places = difference?.kind === 'differs' ? [difference.place] : [];
  // A button at its end keeps the focus, so that keys go on to turn the pages.
  const turn = (to: number) => to >= 1 && to <= pages && onTurn(to);
  useEffect(() => area.current?.focus(), []);
  useEffect(() => {
    area.current?.scrollTo(0, 0);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each page begins at its top
  }, [number]);
  return (
    <>
      <div className={styles['bar']}>
        <Button
          look="quiet"
          aria-label={t('preview.previous')}
          aria-disabled={number === 1}
          onPress={() => turn(number - 1)}
        >
          <ChevronLeft size={18} aria-hidden="true" />
        </Button>
        <output>{t('preview.pageOf', { page: number, pages })}</output>
        <Button
          look="quiet"
          aria-label={t('preview.next')}
          aria-disabled={number === pages}
          onPress={() => turn(number + 1)}
        >
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
        <output className={styles['told']} data-tone={tones[told]}>
          {t(`verdict.compare.${told}`)}
        </output>
      </div>
      <DifferentPages sent={sent} saved={saved} number={number} found={found} onTurn={onTurn} />
      <div
        ref={area}
        role="region"
        // The keyboard must be able to scroll both pages.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('preview.pageOf', { page: number, pages })}
        className={styles['area']}
      >
        <PagePane
          title={t('verdict.compare.sent')}
          pdf={sent}
          number={number}
          width={width}
          places={places}
          without={t('verdict.compare.only-saved')}
        />
        <PagePane
          title={t('verdict.compare.saved')}
          pdf={saved}
          number={number}
          width={width}
          places={places}
          without={t('verdict.compare.only-sent')}
        />
      </div>
      <p className={styles['note']}>{t('verdict.compare.note')}</p>
    </>
  );
}

import { ChevronDown, ChevronUp, Maximize, MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import styles from './reader.module.css';
import { type Fits, largerThan, smallerThan, type Zoom } from './zoom.ts';

interface PreviewBarProps {
  readonly number: number;
  readonly pages: number;
  /** Fraction of the real size, also for the zoom that fits the window. */
  readonly share: number;
  /** Whether a person has acted. Only then changes are read out. */
  readonly used: boolean;
  /** Whether the size of the page is known. */
  readonly sized: boolean;
  readonly zoom: Zoom;
  readonly fits: Fits;
  readonly onTurn: (to: number) => void;
  readonly onZoom: (zoom: Zoom) => void;
}

export function PreviewBar({ number, pages, share, used, sized, zoom, fits, onTurn, onZoom }: PreviewBarProps) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share);
  const Fit = fits === 'width' ? MoveHorizontal : Maximize;
  const live = used ? 'polite' : 'off';
  return (
    <Toolbar aria-label={t('preview.view')} className={styles['bar'] ?? ''}>
      <div className={styles['barPart']}>
        <Button
          look="quiet"
          aria-label={t('preview.previous')}
          isDisabled={number === 1}
          onPress={() => onTurn(number - 1)}
        >
          <ChevronUp size={18} aria-hidden="true" />
        </Button>
        <output aria-live={live}>{t('preview.pageOf', { page: number, pages })}</output>
        <Button
          look="quiet"
          aria-label={t('preview.next')}
          isDisabled={number === pages}
          onPress={() => onTurn(number + 1)}
        >
          <ChevronDown size={18} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles['barPart']}>
        <Button look="quiet" aria-label={t('preview.smaller')} onPress={() => onZoom(smallerThan(share))}>
          <ZoomOut size={18} aria-hidden="true" />
        </Button>
        <output className={styles['percent']} aria-live={live}>
          {sized && percent}
        </output>
        <Button look="quiet" aria-label={t('preview.larger')} onPress={() => onZoom(largerThan(share))}>
          <ZoomIn size={18} aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          aria-label={t(fits === 'width' ? 'preview.fit' : 'preview.fitPage')}
          aria-pressed={zoom === 'fit'}
          onPress={() => onZoom('fit')}
        >
          <Fit size={18} aria-hidden="true" />
        </Button>
      </div>
    </Toolbar>
  );
}

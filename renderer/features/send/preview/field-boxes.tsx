import { PenLine } from 'lucide-react';
import type { PageViewport } from 'pdfjs-dist';
import { useTranslation } from 'react-i18next';
import { type PreviewField, placeOf } from './field-place.ts';
import styles from './reader.module.css';

/** A box lower than this shows its address above. */
const roomForWords = 20;
const percent = (share: number) => `${share * 100}%`;

interface FieldBoxesProps {
  readonly fields: readonly PreviewField[];
  readonly viewport: PageViewport;
  readonly scale: number;
}

export function FieldBoxes({ fields, viewport, scale }: FieldBoxesProps) {
  const { t } = useTranslation();
  if (fields.length === 0) return null;
  return (
    <ul aria-label={t('preview.fields')} className={styles['fields']}>
      {fields.map((field, index) => {
        const place = placeOf(field, viewport);
        if (!place) return null;
        const { left, top, width, height } = place;
        const who = field.email ?? field.name ?? t('preview.nobody');
        const low = height * viewport.height * scale < roomForWords;
        return (
          <li
            // Two fields may differ only in their index.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            data-low={low || undefined}
            data-end={left + width / 2 > 0.5 || undefined}
            className={styles['field']}
            style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
          >
            {/* The box may be narrower than the address. */}
            <span className={styles['who']} title={who}>
              <PenLine size={12} aria-hidden="true" />
              <span>{who}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

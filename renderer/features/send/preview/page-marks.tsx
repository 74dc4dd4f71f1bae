import type { Place } from './field-place.ts';
import styles from './reader.module.css';

const percent = (share: number) => `${share * 100}%`;

/** Frames around places of a page. A sentence beside the page says for everybody that they are there. */
export function PageMarks({ places }: { readonly places: readonly Place[] }) {
  return places.map(({ left, top, width, height }) => (
    <span
      key={`${left} ${top} ${width} ${height}`}
      aria-hidden="true"
      data-marked
      className={styles['pageMark']}
      style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
    />
  ));
}

import { shownName } from '../../../ui/shown-name.ts';
import styles from './entry.module.css';

/** A document's name in its row: cut off at its end where there is no room, and whole for whoever points at it. */
export function Name({ name }: { name: string }) {
  const shown = shownName(name);
  return (
    <span className={styles['name']} title={shown}>
      <bdi>{shown}</bdi>
    </span>
  );
}

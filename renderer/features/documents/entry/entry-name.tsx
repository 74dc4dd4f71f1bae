import { shownName } from '../../../ui/shown-name.ts';
import styles from './entry.module.css';

/** A document's name in its row. Long names are cut off; the tooltip shows all of it. */
export function Name({ name }: { name: string }) {
  const shown = shownName(name);
  return (
    <span className={styles['name']} title={shown}>
      <bdi>{shown}</bdi>
    </span>
  );
}

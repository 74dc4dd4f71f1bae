import { shownName } from '../../../ui/shown-name.ts';
import styles from './entry.module.css';
import { splitName } from './split-name.ts';

/**
 * Shows a document's name in its row. A long name loses its middle, since the end tells names apart; the tooltip shows
 * it.
 */
export function Name({ name }: { name: string }) {
  const shown = shownName(name);
  const [head, tail] = splitName(shown);
  return (
    <bdi className={styles['name']} title={shown}>
      <span className={styles['head']}>{head}</span>
      {tail !== '' && <span className={styles['tail']}>{tail}</span>}
    </bdi>
  );
}

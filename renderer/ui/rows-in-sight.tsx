import { useEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerProps } from 'react-aria-components/Virtualizer';
import styles from './rows-in-sight.module.css';

/**
 * Renders the rows in sight of the list within it. The virtualizer measures only after scrolling how much of its list lies
 * above the window: a list that another size of the window brought back into sight would stay blank.
 */
export function RowsInSight<Options>(props: VirtualizerProps<Options>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = () => box.current?.dispatchEvent(new Event('scroll'));
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  return (
    <div ref={box} role="presentation" className={styles['box']}>
      <Virtualizer {...props} />
    </div>
  );
}

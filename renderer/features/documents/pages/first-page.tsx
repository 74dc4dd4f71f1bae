import { useEffect, useRef } from 'react';
import { release } from '../../send/preview/draw-page.ts';
import { firstPageOf } from '../../send/preview/pdf-picture.ts';
import styles from './pages.module.css';
import type { Readable } from './use-held-copy.ts';

interface FirstPageProps extends Pick<Readable, 'size' | 'read'> {
  /** Reports how many pages there are, or null without a picture. */
  readonly onDrawn: (pages: number | null) => void;
}

const box = { width: 170, height: 240 };

/** Shows the picture of the first page, drawn beside the window's own work. */
export function FirstPage({ size, read, onDrawn }: FirstPageProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const show = async () => {
      const found = await firstPageOf({ size, read, box }, signal);
      if (signal.aborted && found !== null) release(found.canvas);
      if (signal.aborted) return;
      if (found !== null) {
        host.current?.replaceChildren(found.canvas);
        signal.addEventListener('abort', () => release(found.canvas), { once: true });
      }
      onDrawn(found?.pages ?? null);
    };
    void show();
    return () => gone.abort();
  }, [size, read, onDrawn]);
  return <div ref={host} className={styles['picture']} />;
}

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { OpenedBy } from './document-list.tsx';

interface Opened {
  readonly key: string;
  /** The panel takes the focus, because the person opened it or it covers the list. */
  readonly arrives: boolean;
}

const alone = () => matchMedia('(max-width: 900px)').matches;

/** Keeps the entry whose details are open. Closing them puts the focus back on its row. */
export function useOpened(split: RefObject<HTMLDivElement | null>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const left = useRef<string | null>(null);
  const open = useCallback((key: string, by: OpenedBy) => {
    setOpened((before) => {
      if (by === 'walk') return before && { key, arrives: false };
      return { key, arrives: by === 'enter' || alone() };
    });
  }, []);
  const close = () => {
    left.current = opened?.key ?? null;
    setOpened(null);
  };
  useEffect(() => {
    if (opened !== null || left.current === null) return;
    const row = split.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(left.current)}"]`);
    left.current = null;
    const list = split.current?.querySelector<HTMLElement>('[role="grid"]');
    (row ?? list ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  }, [opened, split]);
  return { opened, open, close };
}

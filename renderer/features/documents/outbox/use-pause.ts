import { type RefObject, useEffect, useRef } from 'react';
import { ask, bridge } from '../../../bridge/bridge.ts';

/** Pause and Resume are in two places: pressing one moves the focus to the other. */
export function usePause(screen: RefObject<HTMLElement | null>, paused: boolean) {
  const wish = useRef<boolean | null>(null);
  useEffect(() => {
    if (wish.current !== paused) return;
    wish.current = null;
    screen.current?.parentElement?.querySelector<HTMLElement>('[data-pause]')?.focus();
  }, [paused, screen]);
  return (wanted: boolean) => {
    wish.current = wanted;
    void ask(bridge().outbox.pause({ paused: wanted }));
  };
}

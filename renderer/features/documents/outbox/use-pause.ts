import { type RefObject, useEffect, useRef } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import { changeAndTell } from '../../../store/change-and-tell.ts';

/** Moves the focus between Pause and Resume, which are in two places. */
export function usePause(screen: RefObject<HTMLElement | null>, paused: boolean) {
  const asked = useRef<boolean | null>(null);
  useEffect(() => {
    if (asked.current !== paused) return;
    asked.current = null;
    const place = screen.current?.parentElement;
    // Behind a worse notice, the button for the others leads to it.
    (place?.querySelector<HTMLElement>('[data-pause]') ?? place?.querySelector<HTMLElement>('[data-more]'))?.focus();
  }, [paused, screen]);
  return (wanted: boolean) => {
    asked.current = wanted;
    void changeAndTell(bridge().outbox.pause({ paused: wanted }));
  };
}

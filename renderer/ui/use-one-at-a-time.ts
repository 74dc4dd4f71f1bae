import { useRef } from 'react';

/** Runs one thing at a time: a second click while the first is under way does nothing. */
export function useOneAtATime() {
  const running = useRef(false);
  return async function run(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      await act();
    } finally {
      running.current = false;
    }
  };
}

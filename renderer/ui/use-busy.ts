import { useRef, useState } from 'react';

/** Runs one thing at a time: a second click while the first is under way does nothing. */
export function useBusy() {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  async function run(act: () => Promise<void>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, run };
}

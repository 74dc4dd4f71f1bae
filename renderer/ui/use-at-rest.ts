import { useEffect, useState } from 'react';

/** So long after its last event, nobody is about to press something. */
const REST_MS = 600;

/**
 * Returns the value as it was when the pointer last rested: what appears by itself moves nothing under the pointer. Null
 * counts at once.
 */
export function useAtRest<Value>(value: Value | null): Value | null {
  const [rested, setRested] = useState<Value | null>(null);
  useEffect(() => {
    if (rested === value) return undefined;
    const take = () => setRested(value);
    const pauseMs = value === null ? 0 : REST_MS;
    let timer = setTimeout(take, pauseMs);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(take, pauseMs);
    };
    const events = ['pointermove', 'pointerdown', 'pointerup'] as const;
    for (const event of events) addEventListener(event, wait, true);
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wait, true);
    };
  }, [rested, value]);
  return value === null ? null : rested;
}

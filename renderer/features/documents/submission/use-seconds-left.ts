import { useEffect, useState } from 'react';

const SECOND = 1000;

/** Counts down to a moment, a second at a time, for as long as somebody shows it. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, until - now);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), left % SECOND || SECOND);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / SECOND);
}

/** 0:10, as on every clock. */
export const sayLeft = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

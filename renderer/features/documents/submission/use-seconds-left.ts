import { useEffect, useState } from 'react';

const SECOND = 1000;

/** Returns the current time, updated every full second until `until`. */
export function useNow(until: number): number {
  const [read, setRead] = useState(() => ({ now: Date.now(), until }));
  const left = Math.max(0, until - read.now);
  // Another end, for example after the computer slept: what was read for the first one may be old.
  const isOld = read.until !== until;
  useEffect(() => {
    if (left === 0 && !isOld) return undefined;
    const timer = setTimeout(() => setRead({ now: Date.now(), until }), isOld ? 0 : left % SECOND || SECOND);
    return () => clearTimeout(timer);
  }, [left, isOld, until]);
  return read.now;
}

export const secondsBetween = (now: number, until: number): number => Math.ceil(Math.max(0, until - now) / SECOND);

/** Counts to the first of several, then to the last. Otherwise it would show zero while others still wait. */
export const secondsOfSeveral = ({ first, last }: { readonly first: number; readonly last: number }, now: number) =>
  secondsBetween(now, first > now ? first : last);

export function useSecondsLeft(until: number): number {
  return secondsBetween(useNow(until), until);
}

/** Writes minutes and seconds: 0:10. */
export const sayLeft = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

import { useEffect, useRef, useState } from 'react';
import type { WaitingPage } from '../../../preload/contract/waiting.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/** Reads pages until so many people are there, or all. */
async function readPages(until: number): Promise<WaitingPage> {
  const found = await ask(bridge().waiting.page({ from: 0 }));
  while (found.next !== null && found.people.length < until) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await ask(bridge().waiting.page({ from: found.next }));
    found.people.push(...page.people);
    found.next = page.next;
  }
  return found;
}

/** The people who can sign now: the first page, and more when the person asks. Null until it is here. */
export function useWaiting(readAt: number | null) {
  const [shown, setShown] = useState<WaitingPage | null>(null);
  const [wanted, setWanted] = useState({ until: 1 });
  const newest = useRef<object | null>(null);

  // The details after a check may show other signatures.
  useEffect(() => {
    const read = { readAt, until: wanted.until };
    newest.current = read;
    const show = async () => {
      const found = await readPages(read.until);
      if (newest.current === read) setShown(found);
    };
    void show();
    return () => {
      newest.current = null;
    };
  }, [readAt, wanted]);

  const count = shown?.people.length ?? 0;
  return {
    shown,
    readAgain: () => setWanted({ until: Math.max(1, count) }),
    readMore: () => setWanted({ until: count + 1 }),
  };
}

import { useEffect, useRef, useState } from 'react';
import type { PersonRow } from '../../../preload/contract/person.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

interface Read {
  readonly text: string;
  readonly rows: readonly PersonRow[];
  readonly total: number;
}

const lastOf = (rows: readonly PersonRow[]) => {
  const last = rows.at(-1);
  return last ? { email: last.email, name: last.name } : null;
};

interface Reading {
  readonly text: string;
  /** The number of people that are read before anything is shown. */
  readonly showFrom: number;
  /** Tells whether a newer request was made, since answers may arrive out of order. */
  readonly isOver: () => boolean;
  readonly show: (read: Read) => void;
}

async function readPages({ text, showFrom, isOver, show }: Reading): Promise<void> {
  const rows: PersonRow[] = [];
  let shown = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
    const page = await ask(bridge().people.list({ text, after: lastOf(rows) }));
    if (isOver()) return;
    rows.push(...page.rows);
    // Showing a long list is slow: show it again only when it has doubled.
    if (!page.more || (rows.length >= showFrom && rows.length >= 2 * shown)) {
      shown = rows.length;
      show({ text, rows: [...rows], total: page.total });
    }
    if (!page.more) return;
  }
}

/** Reads the people that match a text: the first page at once, then the others. Null until the first page is here. */
export function usePeople(text: string) {
  const [read, setRead] = useState<Read | null>(null);
  const turn = useRef(0);

  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    void readPages({ text, showFrom: 0, isOver: () => mine !== turn.current, show: setRead });
    return () => {
      turn.current += 1;
    };
  }, [text]);

  // A change may take long, and another text is typed meanwhile.
  const latest = useRef({ text, showFrom: 0 });
  useEffect(() => {
    latest.current = { text, showFrom: read?.rows.length ?? 0 };
  });
  /** Reads again after a change, as far as before, so that people keep their place in the list. */
  function readAgain(): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    return readPages({ ...latest.current, isOver: () => mine !== turn.current, show: setRead });
  }
  return { read, readAgain };
}

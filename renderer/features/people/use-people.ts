import { useCallback, useEffect, useRef, useState } from 'react';
import type { PeoplePage, PersonRow } from '../../../preload/contract/person.ts';
import { ask, bridge } from '../../app/client.ts';

interface Read {
  readonly text: string;
  readonly rows: readonly PersonRow[];
  readonly more: boolean;
  readonly total: number;
}

const lastOf = (rows: readonly PersonRow[]) => {
  const last = rows.at(-1);
  return last ? { email: last.email, name: last.name } : null;
};

/** The people that fit a text, as many pages as were asked for. Null until the first page is there. */
export function usePeople(text: string) {
  const [read, setRead] = useState<Read | null>(null);
  const turn = useRef(0);
  const loading = useRef(false);

  const begin = useCallback(async (wish: string, atLeast: number): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    let rows: readonly PersonRow[] = [];
    let page: PeoplePage;
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      page = await ask(bridge().people.list({ text: wish, after: lastOf(rows) }));
      // Answers may come out of turn: only the newest wish counts.
      if (mine !== turn.current) return;
      rows = [...rows, ...page.rows];
    } while (page.more && rows.length < atLeast);
    setRead({ text: wish, rows, more: page.more, total: page.total });
  }, []);

  useEffect(() => void begin(text, 0), [begin, text]);

  async function loadMore(): Promise<void> {
    if (!read?.more || loading.current || read.text !== text) return;
    loading.current = true;
    const mine = turn.current;
    try {
      const page = await ask(bridge().people.list({ text, after: lastOf(read.rows) }));
      if (mine === turn.current) setRead({ ...page, text, rows: [...read.rows, ...page.rows] });
    } finally {
      loading.current = false;
    }
  }

  /** After a change: as far as it was read before, so that nobody loses their place. */
  const readAgain = () => begin(text, read?.rows.length ?? 0);
  return { read, loadMore, readAgain };
}

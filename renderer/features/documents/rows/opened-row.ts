import { useEffect, useState } from 'react';
import type { ListRow } from '../../../../preload/contract/list.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { useServedRows } from './served-rows.ts';

interface Held {
  readonly asked: string | null;
  readonly version: number;
  readonly row: ListRow | null;
}

/** Returns the row whose details are open, as the list has it until main sends all of it. Null without a row. */
export function useOpenedRow(key: string | null): ListRow | null {
  const [held, setHeld] = useState<Held>({ asked: null, version: 0, row: null });
  const listed = useServedRows(({ rows }) => (key === null ? undefined : rows.get(key)?.row));

  useEffect(() => {
    if (key === null) return undefined;
    const request = { wanted: true };
    const take = (version: number, row: ListRow | null) => {
      if (!request.wanted) return;
      setHeld((before) => (before.asked === key && before.version > version ? before : { asked: key, version, row }));
    };
    const read = async () => {
      const { version, row } = await ask(bridge().documents.row({ key }));
      take(version, row);
    };
    // Main tells about the row that was asked for last. Its key is another one when a submission has the document now.
    const end = bridge().documents.onChanged(({ version, opened }) => {
      if (opened !== null) take(version, opened);
    });
    void read();
    return () => {
      request.wanted = false;
      end();
    };
  }, [key]);

  if (key === null) return null;
  return held.asked === key ? held.row : (listed ?? null);
}

import { useEffect, useState } from 'react';
import type { Problem } from '../../../preload/contract/problem.ts';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

interface Found {
  /** The modes. Null while unknown. */
  readonly known: AvailableModes | null;
  readonly problem: Problem | null;
}

export interface Modes extends Found {
  readonly retry: () => void;
}

async function read(): Promise<Found> {
  const answer = await ask(bridge().outbox.modes());
  return answer.ok ? { known: answer.modes, problem: null } : { known: null, problem: answer.problem };
}

/** Reads the signatures the account may use. Main asks the service once a day. */
export function useModes(active: string | null): Modes {
  const [found, setFound] = useState<Found>({ known: null, problem: null });
  useEffect(() => {
    if (active === null) return undefined;
    let gone = false;
    void (async () => {
      const answer = await read();
      if (!gone) setFound(answer);
    })();
    return () => {
      gone = true;
    };
  }, [active]);
  return { ...found, retry: () => void read().then(setFound) };
}

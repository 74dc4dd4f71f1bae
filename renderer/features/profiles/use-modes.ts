import { useEffect, useState } from 'react';
import type { AvailableModes } from '../../../preload/contract/sending.ts';
import { ask, bridge } from '../../app/client.ts';

/** What the account may ask for; null as long as nobody knows. */
export function useModes(): AvailableModes | null {
  const [modes, setModes] = useState<AvailableModes | null>(null);
  useEffect(() => {
    let gone = false;
    async function read(): Promise<void> {
      const answer = await ask(bridge().outbox.modes());
      if (!gone) setModes(answer.ok ? answer.modes : null);
    }
    void read();
    return () => {
      gone = true;
    };
  }, []);
  return modes;
}

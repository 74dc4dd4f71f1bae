import { useCallback, useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/**
 * When Check now was pressed too early: the time when it is allowed. Shown until the next check or another connection.
 */
export function useCheckNow({ active, check }: State) {
  const { asOf, next } = check;
  const [early, setEarly] = useState<Pick<State['check'], 'asOf'> & Pick<State, 'active'>>();
  const checkNow = useCallback(() => {
    const tryNow = async () => {
      const answer = await ask(bridge().documents.check());
      setEarly(answer.ok ? undefined : { asOf, active });
    };
    void tryNow();
  }, [asOf, active]);
  const until = early?.asOf === asOf && early.active === active ? next : null;
  return { until, checkNow };
}

import { useCallback, useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { ask, bridge } from '../../bridge/bridge.ts';

/** The progress of a check that a person asked for. The next automatic check ends the wait. */
type Asked = 'no' | 'asked' | 'checking' | 'answered';

function nextAsked(asked: Asked, running: boolean): Asked {
  if (asked === 'asked' && running) return 'checking';
  if (asked === 'checking' && !running) return 'answered';
  if (asked === 'answered' && running) return 'no';
  return asked;
}

/**
 * Checks when a person presses Check now. `until` is the time when this is allowed, if it was pressed too early. It
 * stays until the next check or another connection. `asked`: a person pressed it, and hears the answer. Automatic
 * checks are not read out.
 */
export function useCheckNow({ active, check }: State) {
  const { asOf, next, running } = check;
  const [early, setEarly] = useState<Pick<State['check'], 'asOf'> & Pick<State, 'active'>>();
  const [asked, setAsked] = useState<Asked>('no');
  const nowAsked = nextAsked(asked, running);
  if (nowAsked !== asked) setAsked(nowAsked);
  const checkNow = useCallback(() => {
    const tryNow = async () => {
      setAsked('asked');
      const answer = await ask(bridge().documents.check());
      setEarly(answer.ok ? undefined : { asOf, active });
    };
    void tryNow();
  }, [asOf, active]);
  const until = early?.asOf === asOf && early.active === active ? next : null;
  return { until, asked: nowAsked !== 'no', checkNow };
}

import type { Problem } from '../../../preload/contract/problem.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { useMirror } from '../../store/mirror.ts';
import { go, useUi } from '../../store/ui.ts';
import { leaveConnecting } from './connecting.ts';

/** Resolves when the window shows this connection. */
function whenActive(connectionId: string): Promise<void> {
  return new Promise((resolve) => {
    const isActive = () => useMirror.getState().state?.active === connectionId;
    if (isActive()) {
      resolve();
      return;
    }
    const stop = useMirror.subscribe(() => {
      if (!isActive()) return;
      stop();
      resolve();
    });
  });
}

/** Ends the steps with a connection that works, and shows its documents. Returns the problem, or null. */
export async function finishConnecting(connectionId: string): Promise<Problem | null> {
  // The first connection is shown before its answer is here: a person may already be on another screen then.
  if (useMirror.getState().state?.active === null) go('documents');
  const answer = await ask(bridge().account.finish({ connectionId }));
  if (!answer.ok) return answer.problem;
  const { screen } = useUi.getState();
  leaveConnecting(screen === 'connect' ? 'documents' : screen);
  await whenActive(connectionId);
  return null;
}

import { useState } from 'react';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { SubmissionCommand } from '../../../../preload/contract/submission.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';

/** Sends commands for one submission, and keeps the problem of the last one. */
export function useCommand(id: string) {
  const run = useOneAtATime();
  const [problem, setProblem] = useState<Problem | null>(null);
  const give = (command: SubmissionCommand): Promise<void> =>
    run(async () => {
      const answer = await ask(bridge().outbox.command({ id, command }));
      setProblem(answer.ok ? null : answer.problem);
    });
  return { problem, setProblem, give };
}

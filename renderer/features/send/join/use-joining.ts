import { useRef, useState } from 'react';
import type { Problem } from '../../../../preload/contract/problem.ts';
import type { AloneReason } from '../../../../preload/contract/sending.ts';
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts';
import { joinFiles } from './join-actions.ts';

interface Joining {
  readonly isJoining: boolean;
  /** Why the files were not joined. Null: a reason of single files, or none. */
  readonly problem: Problem | null;
  /** The files that cannot be joined, with the reason. */
  readonly alone: ReadonlyMap<string, AloneReason>;
}

const nothing: Joining = { isJoining: false, problem: null, alone: new Map() };

/** Joins files, and keeps why they could not be joined. A joining that is cancelled changes nothing. */
export function useJoining(onClose: () => void) {
  const run = useOneAtATime();
  const isOpen = useRef(true);
  const [joining, setJoining] = useState(nothing);
  function close(): void {
    isOpen.current = false;
    onClose();
  }
  const join = (ids: readonly string[], name: string) =>
    run(async () => {
      setJoining({ ...nothing, isJoining: true });
      const refused = await joinFiles({ ids, name, isWanted: () => isOpen.current });
      if (!isOpen.current) return;
      if (refused === null) close();
      else if (refused.ok === false) setJoining({ ...nothing, problem: refused.problem });
      else setJoining({ ...nothing, alone: new Map(refused.files.map(({ id, why }) => [id, why])) });
    });
  return { ...joining, join, close, forgetProblem: () => setJoining((now) => ({ ...now, problem: null })) };
}

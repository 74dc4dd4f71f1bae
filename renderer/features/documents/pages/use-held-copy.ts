import { useCallback, useState } from 'react';
import type { Problem } from '../../../../preload/contract/problem.ts';
import { ask, bridge } from '../../../bridge/bridge.ts';
import { useAnswer } from '../../../store/use-answer.ts';
import type { ReadRange } from '../../send/preview/read-pieces.ts';
import type { HeldCopy } from './held-copy.ts';

/** A copy that can be read: main has checked that it is the one we kept. */
export interface Readable {
  readonly kind: 'pdf' | 'docx' | 'xlsx';
  readonly size: number;
  readonly read: ReadRange;
}

/** This computer no longer has the copy, or it was changed: also while it was read. */
interface Lost {
  readonly kind: 'none';
  readonly problem: Problem;
}

interface WantedCopy extends Pick<HeldCopy, 'of' | 'id'> {
  /** The content that a signed copy must have. Left out: the one that main knows of it. */
  readonly sha256?: string | undefined;
}

function readPart({ of, id, sha256 }: WantedCopy, from: number, to: number) {
  const part = { id, from, to };
  return of === 'signed' ? bridge().documents.readCopy({ ...part, sha256 }) : bridge().outbox.readCopy(part);
}

/** Asks main for a copy by its id. Null until main answers. Another version needs another component. */
export function useHeldCopy({ of, id, sha256 }: WantedCopy): Readable | Lost | null {
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(
    async (from: number, to: number) => {
      const answer = await ask(readPart({ of, id, sha256 }, from, to));
      if (answer.ok) return answer.bytes;
      setProblem(answer.problem);
      throw new Error(answer.problem.key);
    },
    [of, id, sha256],
  );
  const answer = useAnswer(() => readPart({ of, id, sha256 }, 0, 0), [of, id, sha256]);
  if (answer === null) return null;
  if (problem !== null) return { kind: 'none', problem };
  return answer.ok ? { kind: answer.kind, size: answer.size, read } : { kind: 'none', problem: answer.problem };
}

import { useCallback } from 'react';
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

const readPart = (of: HeldCopy['of'], part: { readonly id: string; readonly from: number; readonly to: number }) =>
  of === 'signed' ? bridge().documents.readCopy(part) : bridge().outbox.readCopy(part);

/**
 * Asks main for a copy by its id. Null until main answers; `none`: this computer no longer has it. Another version needs
 * another component.
 */
export function useHeldCopy({ of, id }: HeldCopy): Readable | 'none' | null {
  const read = useCallback(
    async (from: number, to: number) => {
      const answer = await ask(readPart(of, { id, from, to }));
      if (!answer.ok) throw new Error(answer.problem.key);
      return answer.bytes;
    },
    [of, id],
  );
  const answer = useAnswer(() => readPart(of, { id, from: 0, to: 0 }), [of, id]);
  if (answer === null) return null;
  return answer.ok ? { kind: answer.kind, size: answer.size, read } : 'none';
}

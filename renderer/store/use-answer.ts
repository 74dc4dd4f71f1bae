import { type DependencyList, useEffect, useState } from 'react';
import type { Reply } from '../../preload/contract/index.ts';
import { ask } from '../bridge/bridge.ts';
import { showFault } from './ui.ts';

/**
 * Returns main's answer to a question. Asks again whenever one of its `parts` changes, or `asOf`, with which the answer
 * may change. Null before the first answer.
 */
export function useAnswer<T>(question: () => Promise<Reply<T>>, parts: DependencyList, asOf: unknown = null): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    let isWanted = true;
    ask(question())
      .then((found) => isWanted && setAnswer(() => found))
      .catch(showFault);
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- they are checked where the question is
  }, [...parts, asOf]);
  return answer;
}

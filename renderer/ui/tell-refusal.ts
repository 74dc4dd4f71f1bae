import { createContext } from 'react';
import type { Problem } from '../../preload/contract/problem.ts';

/** Tells a refusal where its cause has no room for it: above the list that a row or a closed form belongs to. */
export const TellRefusal = createContext<(problem: Problem | null) => void>(() => {});

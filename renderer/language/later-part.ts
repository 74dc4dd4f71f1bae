import type { ComponentType } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { loadLaterTexts } from './load-language.ts';

/** Creates a part of the window whose code and texts are loaded when it is first shown. */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: Parameters<typeof lazyPart<P>>[1],
) {
  return lazyPart(async () => {
    const [part] = await Promise.all([load(), loadLaterTexts()]);
    return part;
  }, options);
}

import type { Handlers } from '../../preload/contract/index.ts';
import type { Insight } from '../insight/insight.ts';

export function insightHandlers({ insight }: { readonly insight: Insight }) {
  return { 'insight.month': ({ month }) => insight.month(month) } satisfies Partial<Handlers>;
}

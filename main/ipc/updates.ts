import type { Handlers } from '../../preload/contract/index.ts';
import type { Updates } from '../updates/updates.ts';

export function updatesHandlers({ updates }: { readonly updates: Updates }) {
  return {
    'updates.check': () => updates.check(),
    'updates.install': () => updates.install(),
  } satisfies Partial<Handlers>;
}

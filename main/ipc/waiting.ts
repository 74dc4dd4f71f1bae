import type { Handlers } from '../../preload/contract/index.ts';
import type { WaitingList } from '../waiting/waiting-list.ts';

export function waitingHandlers({ waiting }: { readonly waiting: WaitingList }) {
  return {
    'waiting.page': ({ from }) => waiting.page(from),
    'waiting.reminder': (wish) => waiting.reminder(wish),
    'waiting.remind': (wish) => waiting.remind(wish),
  } satisfies Partial<Handlers>;
}

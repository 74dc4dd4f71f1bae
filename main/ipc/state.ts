import type { Handlers, Sources } from '../../preload/contract/index.ts';
import type { Desk } from '../desk/desk.ts';
import type { List } from '../list/list.ts';
import type { createNotifications } from '../notifications/notifications.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PublishedState } from '../state/published-state.ts';

interface StateDeps {
  readonly state: PublishedState;
}

interface SourcesDeps extends StateDeps {
  readonly desk: Pick<Desk, 'onAsked'>;
  readonly list: Pick<List, 'onChanged'>;
  readonly notifications: Pick<ReturnType<typeof createNotifications>, 'onSigned'>;
  readonly outbox: { readonly rows: Pick<Outbox['rows'], 'onNews'> };
}

export function stateHandlers({ state }: StateDeps) {
  return { 'state.get': () => state.snapshot() } satisfies Partial<Handlers>;
}

export function eventSources({ state, desk, list, notifications, outbox }: SourcesDeps): Sources {
  return {
    'state.changed': state.subscribe,
    'documents.changed': list.onChanged,
    'outbox.news': outbox.rows.onNews,
    'documents.signed': notifications.onSigned,
    'desk.asked': desk.onAsked,
  };
}

import type { Handlers } from '../../preload/contract/index.ts';
import type { Journal } from '../journal/journal.ts';
import { accountHandlers } from './account.ts';
import { bulkHandlers } from './bulk.ts';
import { connectionHandlers } from './connection.ts';
import { documentsHandlers } from './documents.ts';
import { evidenceHandlers } from './evidence.ts';
import { filesHandlers } from './files.ts';
import { foldersHandlers } from './folders.ts';
import { insightHandlers } from './insight.ts';
import { keysHandlers } from './keys.ts';
import { networkHandlers } from './network.ts';
import { outboxHandlers } from './outbox.ts';
import { peopleHandlers } from './people.ts';
import { profilesHandlers } from './profiles.ts';
import { selectionHandlers } from './selection.ts';
import { settingsHandlers } from './settings.ts';
import { stateHandlers } from './state.ts';
import { textMarksHandlers } from './text-marks.ts';
import { updatesHandlers } from './updates.ts';
import { waitingHandlers } from './waiting.ts';

type DepsOf<T extends (deps: never) => unknown> = Parameters<T>[0];

type Services = DepsOf<typeof stateHandlers> &
  DepsOf<typeof connectionHandlers> &
  DepsOf<typeof accountHandlers> &
  DepsOf<typeof filesHandlers> &
  DepsOf<typeof textMarksHandlers> &
  DepsOf<typeof outboxHandlers> &
  DepsOf<typeof foldersHandlers> &
  DepsOf<typeof bulkHandlers> &
  DepsOf<typeof profilesHandlers> &
  DepsOf<typeof documentsHandlers> &
  DepsOf<typeof selectionHandlers> &
  DepsOf<typeof waitingHandlers> &
  DepsOf<typeof insightHandlers> &
  DepsOf<typeof updatesHandlers> &
  DepsOf<typeof evidenceHandlers> &
  DepsOf<typeof keysHandlers> &
  Omit<DepsOf<typeof peopleHandlers>, 'people'> &
  Omit<DepsOf<typeof settingsHandlers>, 'settings'> &
  Omit<DepsOf<typeof networkHandlers>, 'onChanged'> & {
    readonly onNetworkChanged: () => void;
    readonly journal: Pick<Journal, 'settings' | 'people'>;
  };

/** Creates the handlers of all bridge calls, by area. */
export function createHandlers(services: Services): Handlers {
  const { journal, onNetworkChanged } = services;
  const { settings, people } = journal;
  return {
    ...stateHandlers(services),
    ...connectionHandlers(services),
    ...accountHandlers(services),
    ...filesHandlers(services),
    ...textMarksHandlers(services),
    ...outboxHandlers(services),
    ...foldersHandlers(services),
    ...bulkHandlers(services),
    ...profilesHandlers(services),
    ...peopleHandlers({ ...services, people }),
    ...documentsHandlers(services),
    ...selectionHandlers(services),
    ...waitingHandlers(services),
    ...insightHandlers(services),
    ...updatesHandlers(services),
    ...evidenceHandlers(services),
    ...keysHandlers(services),
    ...networkHandlers({ ...services, onChanged: onNetworkChanged }),
    ...settingsHandlers({ ...services, settings }),
  };
}

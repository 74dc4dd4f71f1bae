import { join } from 'node:path';
import { createSteadyClock } from '../clock.ts';
import type { OpenedJournal } from '../journal/journal.ts';
import { createNetwork } from '../network/network.ts';
import { createReach } from '../network/reach.ts';
import { createForeignReader, threadOfSources } from '../reader-thread/foreign-reader.ts';
import { createTexts, type Texts } from '../texts.ts';
import { createWork } from '../work.ts';
import { createAppEvents } from './app-events.ts';
import { holdLease } from './hold-lease.ts';
import { openState } from './open-state.ts';
import type { Ports } from './ports.ts';

/** What the services stand on: the clock, the journal, the state that the window shows, the texts and the network. */
export function openBase(ports: Ports, journalAsOpened: OpenedJournal) {
  const { keychain, log, development: allowLoopback } = ports;
  const clock = createSteadyClock(ports.clock);
  const { tell, hear } = createAppEvents();
  const opened = openState(ports, journalAsOpened);
  const { journal, state, recovered, testimony, notices } = opened;
  const { settings } = journal;
  const languages = createTexts();
  const texts: Texts = () => languages.in(state.get().locale);
  return {
    ...opened,
    ports,
    clock,
    tell,
    hear,
    lease: holdLease({ clock, lease: journal.lease, notices }),
    /** False: the journal may be an older copy, so nothing continues by itself. */
    isJournalTrusted: testimony === 'known' && recovered === null && !settings.get('rebuild'),
    texts,
    textsIn: languages.in,
    work: createWork(tell.workChanged),
    network: createNetwork({ settings, keychain, state, proxyFor: ports.proxyFor, allowLoopback }),
    reach: createReach({ clock, state, onBack: tell.networkBack }),
    reader: createForeignReader({ thread: ports.readerThread ?? threadOfSources }),
    inDataFolder: (name: string) => join(ports.dataFolder, name),
    onFault: (place: string) => (error: unknown) => log.error(place, error),
  };
}

export type Base = ReturnType<typeof openBase>;

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { OpenedJournal } from '../journal/journal.ts';
import { createNetwork } from '../network/network.ts';
import { createReach } from '../network/reach.ts';
import { createDocumentReader } from '../reader-thread/document-reader.ts';
import { createForeignReader, threadOfSources } from '../reader-thread/foreign-reader.ts';
import { openReadingMarks } from '../reader-thread/reading-marks.ts';
import { createSteadyClock } from '../time/clock.ts';
import { createWork } from '../time/work.ts';
import { createTexts, type Texts } from '../words/texts.ts';
import { createAppEvents } from './app-events.ts';
import { holdLease } from './hold-lease.ts';
import { openState } from './open-state.ts';
import { ownStateFolder } from './own-state-folder.ts';
import type { Ports } from './ports.ts';

/** Returns a file beside the state of this computer. Each data folder has its own, since several apps may run here. */
const readingMarksOf = ({ stateFolder, dataFolder }: Ports): string =>
  join(stateFolder, `reading-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)}`);

/** Opens the base of all services: the clock, the journal, the published state, the texts and the network. */
export function openBase(given: Ports, journalAsOpened: OpenedJournal) {
  const ports = { ...given, stateFolder: ownStateFolder(given) };
  const { keychain, log, development: allowLoopback } = ports;
  const clock = createSteadyClock(ports.clock);
  const { tell, hear } = createAppEvents();
  const opened = openState(ports, journalAsOpened);
  const { journal, state, recovered, testimony, notices } = opened;
  const { settings } = journal;
  const thread = ports.readerThread ?? threadOfSources;
  const languages = createTexts();
  const texts: Texts = () => languages.in(state.get().locale);
  return {
    ...opened,
    ports,
    clock,
    tell,
    hear,
    lease: holdLease({ clock, lease: journal.lease, notices }),
    /** False if the journal may be an older copy: nothing continues automatically then. */
    isJournalTrusted: testimony === 'known' && recovered === null && !settings.get('rebuild'),
    texts,
    textsIn: languages.in,
    work: createWork(tell.workChanged),
    network: createNetwork({ clock, settings, keychain, state, proxyFor: ports.proxyFor, allowLoopback }),
    reach: createReach({ clock, state, onBack: tell.networkBack }),
    reader: createForeignReader({ thread }),
    documentReader: createDocumentReader({
      thread,
      marks: openReadingMarks(readingMarksOf(ports)),
      ended: settings.get('endedReader'),
      onEnded(ended) {
        try {
          settings.set('endedReader', [...ended]);
        } catch (error) {
          // Known until the app ends, at least.
          log.error('reader', error);
        }
      },
    }),
    inDataFolder: (name: string) => join(ports.dataFolder, name),
    onFault: (place: string) => (error: unknown) => log.error(place, error),
  };
}

export type Base = ReturnType<typeof openBase>;

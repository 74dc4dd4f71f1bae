import type { DatabaseSync } from 'node:sqlite';
import { createArchive } from './archive.ts';
import { createArrangements } from './arrangements.ts';
import { createConnections } from './connections.ts';
import { openDatabase } from './database.ts';
import { createDeadlines } from './deadlines.ts';
import { createDocumentCommands } from './document-commands.ts';
import { createDocumentFacts } from './document-facts.ts';
import { createDocuments } from './documents.ts';
import { createDocumentsSeen } from './documents-seen.ts';
import { createEvents } from './events.ts';
import { createFolderFiles } from './folder-files.ts';
import { detailsOf, faultOf, type JournalFault } from './journal-fault.ts';
import { createListKeys } from './list-keys.ts';
import { createPeople } from './people.ts';
import { createReadings } from './readings.ts';
import { finishRecovery, type Recovered, recover } from './recovery.ts';
import { createReminders } from './reminders.ts';
import { createSavedCopies } from './saved-copies.ts';
import { createSettings } from './settings.ts';
import { createStatistics } from './statistics.ts';
import { createSubmissionPages } from './submission-pages.ts';
import { createSubmissions } from './submissions.ts';
import { createTrackedDocuments } from './tracked-documents.ts';
import { createVerification } from './verification.ts';
import { openWitness, type Testimony, type Witness } from './witness.ts';

const nobody: Witness = { testify: () => 'known', note() {}, close() {} };

type Decided = Parameters<typeof createSettings>[1];

function assemble(database: DatabaseSync, decided: Decided, witness: Witness = nobody) {
  const events = createEvents(database);
  const settings = createSettings(database, decided);
  return {
    connections: createConnections(database),
    deadlines: createDeadlines(database),
    readings: createReadings(database),
    documentsSeen: createDocumentsSeen(database),
    documents: createDocuments(database, events),
    documentCommands: createDocumentCommands(database, events),
    documentFacts: createDocumentFacts(database, events),
    trackedDocuments: createTrackedDocuments(database),
    savedCopies: createSavedCopies(database, events),
    people: createPeople(database, events),
    reminders: createReminders(database, events),
    profiles: createArrangements(database, events, 'profile'),
    folders: createArrangements(database, events, 'folder'),
    folderFiles: createFolderFiles(database, events),
    submissions: createSubmissions(database, { events, settings, witness }),
    pages: createSubmissionPages(database),
    listKeys: createListKeys(database),
    archive: createArchive(database),
    settings,
    history: events.latest,
    historyOf: events.latestOf,
    /** The last entry of the history. */
    historyHead: events.head,
    statistics: createStatistics(database),
    verify: createVerification(database, events),
    close(): void {
      database.close();
      witness.close();
    },
  };
}

export type Journal = ReturnType<typeof assemble>;

export interface JournalFailure {
  readonly fault: JournalFault;
  readonly details: string;
}

export interface OpenedJournal {
  readonly journal: Journal;
  readonly failure: JournalFailure | null;
  /** Set if the file was damaged: it was set aside, and `journal` is a new one with all that could be read. */
  readonly recovered: Recovered | null;
  /** The witness's answer: is this journal the latest one, or an older copy? */
  readonly testimony: Testimony;
  /** False: the journal is in memory only. Nothing may be sent with it. */
  readonly durable: boolean;
}

/**
 * Opens the journal. If it is damaged, sets it aside and copies all readable content to a new one. If it cannot be used,
 * leaves it as it is and returns an empty journal in memory with `failure`, which the window shows.
 */
export function openJournal(path: string, now = Date.now(), witnessPath?: string, decided?: Decided): OpenedJournal {
  let recovered: Recovered | null = null;
  let failure: JournalFailure | null = null;
  const fail = (fault: JournalFault, details: string) => {
    failure = { fault, details };
  };
  try {
    finishRecovery(path);
  } catch (error) {
    fail(faultOf(error), detailsOf(error));
    return { journal: assemble(inMemory(now), decided), failure, recovered, testimony: 'known', durable: false };
  }
  let opened = openDatabase(path, now);
  if (!opened.ok) fail(opened.fault, opened.details);
  if (!opened.ok && opened.fault === 'damaged') {
    try {
      recovered = recover(path, now);
      opened = openDatabase(path, now);
    } catch (error) {
      fail(faultOf(error), detailsOf(error));
    }
  }
  if (!opened.ok)
    return { journal: assemble(inMemory(now), decided), failure, recovered, testimony: 'known', durable: false };
  const witness = witnessPath === undefined ? nobody : openWitness(witnessPath);
  const events = createEvents(opened.database);
  const testimony = witness.testify(events.hashAt);
  const journal = assemble(opened.database, decided, witness);
  // Changes count from now on: an older copy of this journal must be noticed also when it came back a moment later.
  if (testimony === 'known') journal.submissions.beWitnessed();
  return { journal, failure, recovered, testimony, durable: true };
}

function inMemory(now: number): DatabaseSync {
  const empty = openDatabase(':memory:', now);
  if (!empty.ok) throw new Error(`No database in memory: ${empty.details}`);
  return empty.database;
}

import type { DatabaseSync } from 'node:sqlite';
import { detailsOf } from '../files/error-code.ts';
import { createArchive } from './archive.ts';
import { createArrangements } from './arrangements.ts';
import { createConnections } from './connections.ts';
import { openDatabase } from './database.ts';
import { createDeadlines } from './deadlines.ts';
import { createDocumentFacts } from './document-facts.ts';
import { createDocumentOrders } from './document-orders.ts';
import { createDocuments } from './documents.ts';
import { createDocumentsSeen } from './documents-seen.ts';
import { createEvents } from './events.ts';
import { createFolderFiles } from './folder-files.ts';
import { faultOf, type JournalFault } from './journal-fault.ts';
import { createLease } from './lease.ts';
import { createListKeys } from './list-keys.ts';
import { createPeople } from './people.ts';
import { createPersonOrders } from './person-orders.ts';
import { createReadings } from './readings.ts';
import { finishRecovery, type Recovered, recover } from './recovery.ts';
import { createReminders } from './reminders.ts';
import { createSavedCopies, createSavedFiles } from './saved-copies.ts';
import { createSettings } from './settings.ts';
import { createSignatureChecks } from './signature-checks.ts';
import { createStatistics } from './statistics.ts';
import { createSubmissionPages } from './submission-pages.ts';
import { createSubmissions } from './submissions.ts';
import { createTrackedDocuments } from './tracked-documents.ts';
import { createVerification } from './verification.ts';
import { openWitness, type Testimony, type Witness } from './witness.ts';
import { createLeaseWatch, type LeaseWatch, openWriters, type Writers } from './writers.ts';

const nobody: Witness = {
  writer: { id: '', name: '' },
  newest: () => null,
  testify: () => 'known',
  note() {},
  close() {},
};

type Decided = Parameters<typeof createSettings>[1];

function assemble(database: DatabaseSync, decided: Decided, witness = nobody, writers: Writers | null = null) {
  const events = createEvents(database);
  const settings = createSettings(database, decided);
  const lease = createLease({ settings, events, writers });
  return {
    connections: createConnections(database),
    deadlines: createDeadlines(database),
    readings: createReadings(database),
    documentsSeen: createDocumentsSeen(database),
    documents: createDocuments(database, events),
    documentOrders: createDocumentOrders(database, events),
    documentFacts: createDocumentFacts(database, events),
    trackedDocuments: createTrackedDocuments(database),
    savedCopies: createSavedCopies(database, events),
    rescuedFiles: createSavedFiles(database, events, { table: 'rescued_file', event: 'rescued' }),
    signatureChecks: createSignatureChecks(database, events),
    people: createPeople(database, events),
    personOrders: createPersonOrders(database, events),
    reminders: createReminders(database, events),
    profiles: createArrangements(database, events, 'profile'),
    folders: createArrangements(database, events, 'folder'),
    folderFiles: createFolderFiles(database, events),
    submissions: createSubmissions(database, { events, settings, witness, lease }),
    pages: createSubmissionPages(database),
    listKeys: createListKeys(database),
    archive: createArchive(database),
    settings,
    lease,
    history: events.latest,
    historyOf: events.latestOf,
    historyHead: events.head,
    hashAt: events.hashAt,
    statistics: createStatistics(database),
    verify: createVerification(database, events, witness === nobody ? null : witness),
    close(): void {
      database.close();
      lease.release();
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
  /** The loss, if the file was damaged: it was set aside, and `journal` is a new one with all that could be read. */
  readonly recovered: Recovered | null;
  /** The witness's answer: is this journal the latest one, or an older copy? */
  readonly testimony: Testimony;
  /** False if the journal is in memory only: nothing may be sent with it. */
  readonly durable: boolean;
}

/**
 * Opens the journal. If it is damaged, sets it aside and copies all readable content to a new one. If it cannot be used,
 * leaves it as it is and returns an empty journal in memory with `failure`, which the window shows.
 */
export function openJournal(
  path: string,
  now = Date.now(),
  witnessPath?: string,
  decided?: Decided,
  watch: LeaseWatch = createLeaseWatch(() => performance.now()),
): OpenedJournal {
  const witness = witnessPath === undefined ? nobody : openWitness(witnessPath);
  const writers = witnessPath === undefined ? null : openWriters(`${path}.writers`, witness.writer, watch);
  const found = findDatabase(path, now, writers);
  if (found.database === null) {
    witness.close();
    return { ...found, journal: assemble(inMemory(now), decided), testimony: 'known', durable: false };
  }
  const journal = assemble(found.database, decided, witness, writers);
  const testimony = testimonyOf(journal, witness);
  // Changes count from now on: an older copy of this journal must be noticed also when it came back a moment later.
  if (testimony === 'known') journal.submissions.beWitnessed(now);
  return { ...found, journal, testimony, durable: true };
}

interface Found extends Pick<OpenedJournal, 'failure' | 'recovered'> {
  readonly database: DatabaseSync | null;
}

function findDatabase(path: string, now: number, writers: Writers | null): Found {
  let recovered: Recovered | null = null;
  const fail = (fault: JournalFault, details: string): Found => ({
    database: null,
    failure: { fault, details },
    recovered,
  });
  // Opening the journal would change a file that another computer is writing.
  const elsewhere = writers?.writingAt(now) ?? null;
  if (elsewhere !== null) return fail('elsewhere', elsewhere.name);
  try {
    finishRecovery(path);
    const opened = openDatabase(path, now);
    if (opened.ok) return { database: opened.database, failure: null, recovered };
    if (opened.fault !== 'damaged') return fail(opened.fault, opened.details);
    recovered = recover(path, now);
    const again = openDatabase(path, now);
    if (!again.ok) return fail(again.fault, again.details);
    return { ...fail(opened.fault, opened.details), database: again.database };
  } catch (error) {
    return fail(faultOf(error), detailsOf(error));
  }
}

function testimonyOf({ lease, hashAt, historyHead }: Journal, witness: Witness): Testimony {
  const said = witness.testify(hashAt);
  if (said !== 'known') return said;
  // Earlier versions did not name the writer. The journal is surely ours if it ends with the event that we noted last.
  const isOurs = lease.isOurs() ?? witness.newest()?.hash === historyHead()?.hash;
  return isOurs ? 'known' : 'older';
}

function inMemory(now: number): DatabaseSync {
  const empty = openDatabase(':memory:', now);
  if (!empty.ok) throw new Error(`No database in memory: ${empty.details}`);
  return empty.database;
}

/** Rules of the service that both sides need, as data. The practice service keeps its own copy on purpose. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const limits = {
  fileBytes: 40 * 1024 * 1024,
  participants: 500,
  /** Of one drop, or of one list. */
  filesAtOnce: 1_000,
  undoSeconds: 120,
  /** Of one file of people. */
  peopleAtOnce: 50_000,
  /** Of one message over the bridge. */
  pieceBytes: 1024 * 1024,
  documentsPerDay: 10_000,
  /** Of one connection: all of them are shown at once. */
  profiles: 200,
  /** GET requests used for polling: one per window, for everything that wants to know. */
  pollingMs: 15 * MINUTE,
  /** Counted from the last change of status. */
  lifecycleMs: { draft: 7 * DAY, 'in-progress': 30 * DAY, finished: 14 * DAY },
} as const;

/** Longest texts the window may send; they bound every call. */
export const lengths = {
  name: 120,
  address: 2_000,
  identifier: 300,
  comment: 4_000,
  path: 32_767,
  extra: 64_000,
  secret: 4_000,
  paste: 20_000,
  connectionFile: 64_000,
  /** Room for all the authorities a system comes with, twice. */
  authorityFile: 500_000,
  /** Room for the longest note of every one of 500 signees. */
  profileFile: 8_000_000,
  /** A file of people, or a list of documents. */
  peopleFile: 5_000_000,
  /** People that are pasted: more text than this is no list of them. */
  pastedPeople: 1_000_000,
  /** Columns of a list: nobody can choose among more. */
  listColumns: 200,
} as const;

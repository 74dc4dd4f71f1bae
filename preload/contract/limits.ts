/** Limits that both sides need. The practice service has its own copy on purpose, as a judge must. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const limits = {
  fileBytes: 40 * 1024 * 1024,
  /** A mail whose documents are offered. Mail servers end far below. */
  mailBytes: 128 * 1024 * 1024,
  participants: 500,
  /** Files of one drop, or rows of one list. */
  filesAtOnce: 1_000,
  /** Files and pages of one joined document. */
  joinedFiles: 100,
  joinedPages: 5_000,
  undoSeconds: 120,
  /** Calls to the service at the same time. */
  parallelCalls: 6,
  /** People in one file. */
  peopleAtOnce: 50_000,
  /** Bytes in one message over the bridge. */
  pieceBytes: 1024 * 1024,
  documentsPerDay: 10_000,
  /** Rows of the list in one answer. */
  rowsAtOnce: 100,
  /** Rows that people choose one by one, or leave out of all. Their keys fit into one message. */
  selectedRows: 1_000,
  /** Places of one change on a page: a person looks at a few, and one message is small. */
  changePlaces: 8,
  /** Certificates of a chain, from the signer upwards. Real ones have three or four. */
  chainKeys: 10,
  /** Profiles of one connection. The window shows all of them at once. */
  profiles: 200,
  /** A person gets the invitation to a document again at most this often. */
  invitationPauseMs: 24 * 60 * 60_000,
  /** Names of operations in a connection file. */
  operations: 50,
  /** Forms of text marks in a connection file. */
  markForms: 20,
  /** Marks in the text of a document. One for 500 people has some hundred. */
  textMarks: 2_000,
  /**
   * The service allows one polling request in 15 minutes. We wait ten seconds more: after a restart only its `Date`
   * tells how much time has passed, in whole seconds and after a journey.
   */
  pollingMs: 15 * MINUTE + 10_000,
  /**
   * Two answers that there is no document prove it only when they lie so far apart: a service whose index is away finds
   * nothing for minutes. Less than the pause between two checks, so that each check can bring one.
   */
  missesApartMs: 10 * MINUTE,
  /** Watched folders of one connection. */
  folders: 50,
  folderPatterns: 20,
  /** The most entries that one scan of a watched folder sees. */
  watched: { files: 100_000, folders: 5_000 },
  /** Files of a watched folder that the window shows at once. */
  folderFiles: 500,
  /** Lines of a folder's activity that the window shows at once. */
  folderLines: 200,
  /** The most a person may allow a folder to send in an hour. */
  folderPerHour: 1_000,
  /** The time for which a file of a watched folder rests before it is taken. */
  quietSeconds: { least: 2, most: 60 },
  /** Time after which the service deletes or withdraws a document, from its last change of status. */
  lifecycleMs: { draft: 7 * DAY, 'in-progress': 30 * DAY, finished: 14 * DAY },
  /** A signature that is missing for so long stands out: over 7 and over 14 full days. */
  waitMs: { long: 8 * DAY, tooLong: 15 * DAY },
  /** Missing signatures that the window shows at once. */
  waitingRows: 500,
} as const;

/** The age of a missing signature. `long`: over 7 days, `too-long`: over 14 days. */
export const waitBands = ['long', 'too-long', 'all'] as const;
export type WaitBand = (typeof waitBands)[number];

/** Longest texts the window may send, so that every call is bounded. */
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
  /** Twice the size of all authorities of a system. */
  authorityFile: 500_000,
  /** Room for 500 signees, each with the longest note. */
  profileFile: 8_000_000,
  /** All profiles of a connection, and the settings. */
  settingsFile: 16_000_000,
  /** A file of people, or a list of documents. */
  peopleFile: 5_000_000,
  /** The longest list of people that may be pasted. */
  pastedPeople: 1_000_000,
  /** Columns of a list. Nobody can choose among more. */
  listColumns: 200,
} as const;

/** The connection to the practice service in the app. Every other id is a hash or random. */
export const practiceConnectionId = 'countersign-practice';

/** Tells whether a person has left, or not begun, the practice: nothing of it is there, and nobody sees what it was. */
export const isLeftPractice = ({ id, signedIn }: { readonly id: string; readonly signedIn: string }): boolean =>
  id === practiceConnectionId && signedIn === 'never';

/** What the description of the service leaves open, and what tests want to force. All of it may change while it runs. */

export type Operation =
  | 'upload'
  | 'start'
  | 'details'
  | 'update'
  | 'download'
  | 'withdraw'
  | 'delete'
  | 'scan-predefined'
  | 'overview'
  | 'available-modes'
  | 'add-signee'
  | 'token'
  | 'users-me';

export type ErrorKind =
  | 'invalid-request'
  | 'invalid-file'
  | 'unauthorized'
  | 'invalid-client'
  | 'invalid-grant'
  | 'not-found'
  | 'method-not-allowed'
  | 'wrong-status'
  | 'no-signees'
  | 'duplicate-signee'
  | 'too-large'
  | 'unsupported-type'
  | 'too-many-participants'
  | 'daily-limit'
  | 'polling'
  | 'storage-authorization'
  | 'broken';

export type Forced =
  /** Nothing is done; this is answered instead. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The request is read to its end, nothing is done, the connection is reset. */
  | { readonly kind: 'lose-before-commit' }
  /** The request is carried out, the connection is reset instead of an answer. */
  | { readonly kind: 'lose-after-commit' }
  /** The request is carried out, the answer breaks off after so many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly bytes: number };

interface ForcedAnswer {
  readonly operation: Operation | 'any';
  /** How many more requests it applies to; counted down by the service. */
  times: number;
  readonly force: Forced;
}

export interface PracticeOptions {
  /** 0 lets the system choose, null opens no port (see `reply`). Read at the start only, as is `dataDir`. */
  port: number | null;
  /** Keeps accounts, clients and documents on disk; null keeps them in memory. */
  dataDir: string | null;
  /** Where the clock takes its time from (read at the start only). */
  now: () => number;

  uploadStatus: number;
  scanStatus: number;
  addSigneeStatus: 200 | 201 | 204;
  errorStyle: 'json' | 'text' | 'html' | 'empty' | 'headers';
  errorCodes: Partial<Record<ErrorKind, number>>;

  signees: 'objects' | 'strings';
  signeesOrdered: 'flat' | 'groups' | 'empty';
  /** Answers carry enum values that the description does not know. */
  unknownEnums: boolean;
  /** Answers carry fields that the description does not know. */
  extraFields: boolean;

  /** What happens to an overview that comes too early. It is recorded as a breach in any case. */
  polling: 'off' | '429-seconds' | '429-date' | '403' | '503';
  /** Whether the further pages of one look (same query, growing offset) are polls of their own. */
  pollingPages: 'free' | 'counted';
  /** Number of overview entries when no limit is asked for. */
  overviewLimit: number;
  /** The most entries of one page, whatever is asked for; and whether `limit` says what was asked for or what was used. */
  overviewCap: number | null;
  overviewEcho: 'asked' | 'used';
  /** Documents of these names are listed without their id or without their status. */
  overviewSpoils: readonly { readonly name: string; readonly lacks: 'documentId' | 'documentStatus' }[];
  /** `size` of the overview: all matching documents, or those in this answer. */
  overviewSize: 'total' | 'page';

  /** A service user made on the admin page finds some documents in every status. */
  samples: boolean;
  duplicateSignee: 'accept' | 'ignore' | 'refuse';
  /** What a finished office file is downloaded as: a PDF made by the service, or the file itself. */
  officeFiles: 'convert' | 'keep';
  /** Refuse files whose first bytes do not fit their type. */
  checkContent: boolean;
  /** Names of the callback parameters that upload and update may carry besides the described fields. */
  extraParameters: readonly string[];

  maxFileBytes: number;
  maxParticipants: number;
  maxDocumentsPerDay: number;
  tokenSeconds: number;
  refreshSeconds: number;
  modes: {
    readonly advanced: Readonly<Record<'zertes' | 'eidas', readonly string[]>>;
    readonly qualified: Readonly<Record<'zertes' | 'eidas', readonly string[]>>;
  };

  latencyMs: number;
  forced: ForcedAnswer[];
}

export const defaultOptions = (): PracticeOptions => ({
  port: 0,
  dataDir: null,
  now: Date.now,
  uploadStatus: 200,
  scanStatus: 200,
  addSigneeStatus: 200,
  errorStyle: 'json',
  errorCodes: {},
  signees: 'objects',
  signeesOrdered: 'flat',
  unknownEnums: false,
  extraFields: false,
  polling: 'off',
  pollingPages: 'free',
  overviewLimit: 50,
  overviewCap: null,
  overviewEcho: 'asked',
  overviewSpoils: [],
  overviewSize: 'total',
  samples: false,
  duplicateSignee: 'accept',
  officeFiles: 'convert',
  checkContent: false,
  extraParameters: [],
  maxFileBytes: 40 * 1024 * 1024,
  maxParticipants: 500,
  maxDocumentsPerDay: 10_000,
  tokenSeconds: 900,
  refreshSeconds: 36_000,
  modes: {
    advanced: { zertes: ['ras', 'did'], eidas: ['did'] },
    qualified: { zertes: ['ras'], eidas: [] },
  },
  latencyMs: 0,
  forced: [],
});

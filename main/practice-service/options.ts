/** Behaviour that the service does not document, and faults for tests. Options may change while it runs. */
import type { PracticeDocument } from './document.ts';
import type { PageLanguage } from './pages/words.ts';
import type { SignatureMode } from './rules.ts';
import type { BadCopy } from './signatures/bad-copies.ts';
import type { SignatureLevel } from './signatures/sign-document.ts';

/** Calls for one person that the description does not have. */
export const personOperations = [
  'resend-invitation',
  'change-signee',
  'remove-signee',
  'add-observer',
  'remove-observer',
] as const;
export type PersonOperation = (typeof personOperations)[number];

export type Operation =
  | PersonOperation
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
  /** Answers this without doing anything. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Reads the request, does nothing, and resets the connection. */
  | { readonly kind: 'lose-before-commit' }
  /** Performs the request, and resets the connection instead of answering. */
  | { readonly kind: 'lose-after-commit' }
  /** Performs the request, and cuts the answer after this many bytes of its body. */
  | { readonly kind: 'cut-answer'; readonly bytes: number };

interface ForcedAnswer {
  readonly operation: Operation | 'any';
  /** The number of further requests it applies to. The service counts down. */
  times: number;
  readonly force: Forced;
}

/** The form of the documents in answers. */
export interface Views {
  /** The documents of an overview before they are cut into pages, and what it says about their number. */
  readonly list: (found: readonly PracticeDocument[]) => {
    readonly documents: readonly PracticeDocument[];
    readonly size: number;
  };
  readonly name: (documentName: string) => string;
  readonly id: (documentId: string) => string;
}

export interface PracticeOptions {
  /** 0: the system chooses. Null: no port (see `reply`). Read at the start only, like `dataDir`. */
  port: number | null;
  /** The folder for clients, users and documents. Null: in memory. */
  dataDir: string | null;
  /** The source of the clock (read at the start only). */
  now: () => number;

  uploadStatus: number;
  scanStatus: number;
  addSigneeStatus: 200 | 201 | 204;
  errorStyle: 'json' | 'text' | 'html' | 'empty' | 'headers';
  errorCodes: Partial<Record<ErrorKind, number>>;

  /** `public`: with the names that public clients of such a service use. */
  signees: 'objects' | 'strings' | 'public';
  signeesOrdered: 'flat' | 'groups' | 'empty';
  unknownEnums: boolean;
  /** Answers contain undocumented fields. */
  extraFields: boolean;

  /** The answer to an overview request that comes too early. It is always recorded as a breach. */
  polling: 'off' | '429-seconds' | '429-date' | '403' | '503';
  /** Do further pages (same query, growing offset) count as polling requests? */
  pollingPages: 'free' | 'counted';
  /** Number of overview entries if the request has no limit. */
  overviewLimit: number;
  /** The most entries per page, whatever the request says; and which of the two numbers the answer calls `limit`. */
  overviewCap: number | null;
  overviewEcho: 'asked' | 'used';
  /** The overview lists documents of these names without their id or status. */
  overviewSpoils: readonly { readonly name: string; readonly lacks: 'documentId' | 'documentStatus' }[];
  /** The meaning of `size` in the overview: all matching documents, or those of this page. */
  overviewSize: 'total' | 'page';
  /** Some services change the names that they got, or spell an id in several ways. */
  views: Views;

  /** New service users get sample documents in every status. */
  samples: boolean;
  /** The calls for one person that this service has, and how it answers the others. */
  operations: readonly PersonOperation[];
  operationMissing: 404 | 405 | 501;
  /** Whether a new signee gets the place that the request names. A service that does not know the field drops it. */
  signaturePlaces: boolean;
  duplicateSignee: 'accept' | 'ignore' | 'refuse';
  /** The download of a finished office file: a converted PDF, or the file itself. */
  officeFiles: 'convert' | 'keep';
  /** A signed copy begins with the bytes of the file, or the service builds the file anew before it signs. */
  copies: 'appended' | 'rewritten';
  /** The level of the signatures of each mode for later checks. */
  levels: Readonly<Record<SignatureMode, SignatureLevel>>;
  /** The file that the service returns instead of the copy that everybody signed. Null: that copy. */
  badCopies: BadCopy | null;
  /** Refuses files whose first bytes do not fit their type. */
  checkContent: boolean;
  /** Configured extra parameters of upload and update, besides the documented fields. */
  extraParameters: readonly string[];

  /** People whom an upload with `scanPredefined` finds in a file without real fields, by the hash of the file. */
  namedInFiles: Readonly<Record<string, readonly string[]>>;

  maxFileBytes: number;
  maxParticipants: number;
  maxDocumentsPerDay: number;
  tokenSeconds: number;
  refreshSeconds: number;
  modes: {
    readonly advanced: Readonly<Record<'zertes' | 'eidas', readonly string[]>>;
    readonly qualified: Readonly<Record<'zertes' | 'eidas', readonly string[]>>;
  };

  /** Of a service in the app, people see the pages of signees alone. */
  pages: 'all' | 'signees';
  language: PageLanguage;
  /** Called after a signee has signed or rejected on a page. */
  onDecision: () => void;
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
  views: {
    list: (documents) => ({ documents, size: documents.length }),
    name: (documentName) => documentName,
    id: (documentId) => documentId,
  },
  samples: false,
  operations: [],
  operationMissing: 404,
  signaturePlaces: true,
  duplicateSignee: 'accept',
  officeFiles: 'convert',
  copies: 'appended',
  levels: { timestamp: 'B-T', advanced: 'B-LT', qualified: 'B-LTA' },
  badCopies: null,
  checkContent: false,
  extraParameters: [],
  namedInFiles: {},
  maxFileBytes: 40 * 1024 * 1024,
  maxParticipants: 500,
  maxDocumentsPerDay: 10_000,
  tokenSeconds: 900,
  refreshSeconds: 36_000,
  modes: {
    advanced: { zertes: ['ras', 'did'], eidas: ['did'] },
    qualified: { zertes: ['ras'], eidas: [] },
  },
  pages: 'all',
  language: 'en',
  onDecision: () => {},
  latencyMs: 0,
  forced: [],
});

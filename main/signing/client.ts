import type { ServiceDocument } from './answers/document.ts';
import type { AvailableModes } from './answers/modes.ts';
import type { Overview } from './answers/overview.ts';
import type { ScanResult } from './answers/scan.ts';
import type { ServiceUser } from './answers/user.ts';
import type { Credentials } from './credentials.ts';
import type { HttpPort } from './http-port.ts';
import type { Outcome } from './outcome.ts';
import type {
  CallOptions,
  DocumentChanges,
  Download,
  Downloaded,
  LocalFile,
  OverviewQuery,
  SigneeInput,
  TransferOptions,
  Upload,
} from './requests.ts';

export interface Clock {
  now(): number;
}

export interface Addresses {
  /** The API's root, ending in /api/v1. */
  readonly base: string;
  /** The identity provider's host. */
  readonly auth: string;
  /** The identity API's address, for `whoAmI` alone. */
  readonly identity?: string;
}

export interface SigningClientDeps {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** Asked for each token. A failure of the keychain is handed through as it is. */
  readonly credentials: () => Promise<Outcome<Credentials>>;
}

export interface SigningClient {
  /** Gets a token and nothing else: whether the sign-in works. */
  signIn(options?: CallOptions): Promise<Outcome<{ readonly validForMs: number }>>;
  /** Drops the token and forgets that a sign-in was refused. Call it whenever the credentials changed. */
  forget(): void;
  /** How far the service's clock is ahead of ours, as its last answer showed. */
  clockSkewMs(): number;
  upload(upload: Upload, options?: TransferOptions): Promise<Outcome<ServiceDocument>>;
  start(documentId: string, options?: CallOptions): Promise<Outcome<undefined>>;
  details(documentId: string, options?: CallOptions): Promise<Outcome<ServiceDocument>>;
  update(documentId: string, changes: DocumentChanges, options?: CallOptions): Promise<Outcome<undefined>>;
  download(download: Download, options?: TransferOptions): Promise<Outcome<Downloaded>>;
  withdraw(documentId: string, options?: CallOptions): Promise<Outcome<undefined>>;
  delete(documentId: string, options?: CallOptions): Promise<Outcome<undefined>>;
  scanPredefined(file: LocalFile, options?: TransferOptions): Promise<Outcome<ScanResult>>;
  overview(query?: OverviewQuery, options?: CallOptions): Promise<Outcome<Overview>>;
  availableModes(options?: CallOptions): Promise<Outcome<AvailableModes>>;
  /** What the service answers is not documented, so it is handed on as it came. */
  addSignee(documentId: string, signee: SigneeInput, options?: CallOptions): Promise<Outcome<unknown>>;
  whoAmI(options?: CallOptions): Promise<Outcome<ServiceUser>>;
}

import { type AddressRules, joined, trustedAddress } from './address.ts';
import { readDocument, type ServiceDocument } from './answers/document.ts';
import { type AvailableModes, readModes } from './answers/modes.ts';
import { type Overview, readOverview } from './answers/overview.ts';
import { readScan, type ScanResult } from './answers/scan.ts';
import { readUser, type ServiceUser } from './answers/user.ts';
import { type AuthorisedRequest, anything, type Call, createCall, json, noContent } from './call.ts';
import type { Credentials } from './credentials.ts';
import { downloadFile } from './download.ts';
import type { Failure } from './failure.ts';
import type { HttpPort } from './http-port.ts';
import { bytesBody } from './multipart.ts';
import { failed, type Outcome, success } from './outcome.ts';
import { createRedactor } from './redactor.ts';
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
import { type Clock, createServerClock } from './server-clock.ts';
import { createTokenSource } from './token.ts';
import { scanForm, sendFile, uploadForm } from './transfer.ts';

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
  /** Plain http to this computer, for a practice service. Not unless it is said. */
  readonly allowLoopback?: boolean;
  /** Asked for each token. A failure of the keychain is handed through as it is. */
  readonly credentials: () => Promise<Outcome<Credentials>>;
}

export interface SigningClient {
  /** Gets a token and nothing else: whether the sign-in works. */
  signIn(options?: CallOptions): Promise<Outcome<{ readonly validForMs: number }>>;
  /** Drops the token and forgets that a sign-in was refused. Call it whenever the credentials changed. */
  forget(): void;
  /** Lets a refused sign-in be tried once more, because a person asked for it. A token in use stays in use. */
  forgive(): void;
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

const TOKEN_PATH = 'auth/realms/sso/protocol/openid-connect/token';

export function createSigningClient(deps: SigningClientDeps): SigningClient {
  const { http, addresses, allowLoopback = false } = deps;
  const rules = { allowLoopback };
  const reading = { redactor: createRedactor(), clock: createServerClock(deps.clock) };
  const endpoint = joined(addresses.auth, TOKEN_PATH);
  const tokens = createTokenSource({ http, endpoint, reading, credentials: deps.credentials });
  const call = trusted(createCall({ http, tokens, reading }), [addresses.base, addresses.auth], rules);

  const at = (path: string) => joined(addresses.base, path);
  const document = (id: string, rest = '') => at(`documents/${encodeURIComponent(id)}${rest}`);
  const put = (url: string, options?: CallOptions) => call({ method: 'PUT', url, ...signalOf(options) }, noContent);

  return {
    async signIn(options) {
      if (trustedAddress(addresses.auth, rules) === null) return failed(badAddress(addresses.auth));
      const token = await tokens.token(options?.signal);
      return token.ok ? success({ validForMs: token.value.lifeMs }) : token;
    },
    forget: () => tokens.forget(),
    forgive: () => tokens.forgive(),
    clockSkewMs: () => reading.clock.skewMs(),

    upload: (upload, options) =>
      sendFile({ call, reading }, upload.file, uploadForm(upload), at('documents/file'), json(readDocument), options),
    scanPredefined: (file, options) =>
      sendFile({ call, reading }, file, scanForm(file), at('documents/file/scan-predefined'), json(readScan), options),
    download: (download, options) => downloadFile({ http, reading, rules }, download, options),

    start: (id, options) => put(document(id, '/start'), options),
    withdraw: (id, options) => put(document(id, '/withdraw'), options),
    delete: (id, options) => call({ method: 'DELETE', url: document(id), ...signalOf(options) }, noContent),
    details: (id, options) => call({ method: 'GET', url: document(id), ...signalOf(options) }, json(readDocument)),
    update: (id, { extra, ...fields }, options) =>
      call({ method: 'PUT', url: document(id), ...jsonBody({ ...extra, ...fields }), ...signalOf(options) }, noContent),
    addSignee: (id, signee, options) =>
      call({ method: 'POST', url: document(id, '/signees'), ...jsonBody(signee), ...signalOf(options) }, anything),

    overview: (query, options) =>
      call({ method: 'GET', url: at(`overview${queryText(query)}`), ...signalOf(options) }, json(readOverview)),
    availableModes: (options) =>
      call({ method: 'GET', url: at('available-modes'), ...signalOf(options) }, json(readModes)),
    async whoAmI(options) {
      const { identity } = addresses;
      if (identity === undefined) {
        const details = 'This connection has no identity address.';
        return failed({ kind: 'not-configured', certainty: 'permanent', details });
      }
      if (trustedAddress(identity, rules) === null) return failed(badAddress(identity));
      return call({ method: 'GET', url: joined(identity, 'api/v1/users/me'), ...signalOf(options) }, json(readUser));
    },
  };
}

/** The password and the token must not reach an address that anyone on the way could read. */
function trusted(call: Call, used: readonly string[], rules: AddressRules): Call {
  const bad = used.find((address) => trustedAddress(address, rules) === null);
  return bad === undefined ? call : async () => failed(badAddress(bad));
}

function badAddress(address: string): Failure {
  return { kind: 'bad-address', certainty: 'permanent', details: `Not an https address: ${address.slice(0, 200)}` };
}

/** An absent signal must stay absent. */
function signalOf(options?: CallOptions): Pick<AuthorisedRequest, 'signal'> {
  return options?.signal === undefined ? {} : { signal: options.signal };
}

function jsonBody(value: unknown): Pick<AuthorisedRequest, 'contentType' | 'body'> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { contentType: 'application/json', body: () => bytesBody(bytes) };
}

function queryText(query: OverviewQuery = {}): string {
  const parameters = {
    offset: query.offset,
    limit: query.limit,
    order: query.order === undefined ? undefined : `creationTime ${query.order}`,
    filterDocumentStatus: query.documentStatus,
    filterSignStatus: query.signStatus,
  };
  // %20 and not the plus of forms: only some servers take a plus for a space in a query.
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

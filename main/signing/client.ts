import { type AddressRules, joinAddress, trustedAddress } from './address.ts';
import { readDocument, type ServiceDocument } from './answers/document.ts';
import { plainId, recordOf } from './answers/fields.ts';
import { readModes } from './answers/modes.ts';
import { readOverview } from './answers/overview.ts';
import { readScan } from './answers/scan.ts';
import { readUser, type ServiceUser } from './answers/user.ts';
import {
  type AuthorisedRequest,
  accepted,
  anything,
  type Call,
  createCall,
  json,
  noContent,
} from './authorised-call.ts';
import type { Credentials } from './credentials.ts';
import { downloadFile } from './download.ts';
import type { Failure } from './failure.ts';
import type { HttpPort } from './http-port.ts';
import { bytesBody } from './multipart.ts';
import { failed, type Outcome, success } from './outcome.ts';
import { createPatience, type Patience } from './patience.ts';
import { createRedactor } from './redactor.ts';
import type {
  CallOptions,
  DocumentChanges,
  Download,
  FinalOptions,
  LocalFile,
  LookOptions,
  ObserverInput,
  OverviewQuery,
  SigneeChanges,
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
  /** The identity API's address. Only `whoAmI` uses it. */
  readonly identity?: string;
}

export interface SigningClientDeps {
  readonly http: HttpPort;
  readonly clock: Clock;
  readonly addresses: Addresses;
  /** Allows plain http to this computer, for the practice service. Off by default. */
  readonly allowLoopback?: boolean;
  /** Loads the credentials for each token request. A failure, such as a locked keychain, is passed on unchanged. */
  readonly credentials: () => Promise<Outcome<Credentials>>;
  /** The waits before documents are asked for again, which the connections of one account share. */
  readonly patience?: Patience;
}

const TOKEN_PATH = 'auth/realms/sso/protocol/openid-connect/token';

/** Creates the calls to the signing service. All of them share one token. */
export function createSigningClient(deps: SigningClientDeps) {
  const { http, addresses, allowLoopback = false, patience = createPatience(deps.clock) } = deps;
  const rules = { allowLoopback };
  const context = { redactor: createRedactor(() => http.secrets?.() ?? []), clock: createServerClock(deps.clock) };
  const endpoint = joinAddress(addresses.auth, TOKEN_PATH);
  const tokens = createTokenSource({ http, endpoint, context, credentials: deps.credentials });
  const call = onlyToTrusted(createCall({ http, tokens, context }), [addresses.base, addresses.auth], rules);

  const at = (path: string) => joinAddress(addresses.base, path);
  const document = (id: string, rest = '') => at(`documents/${encodeURIComponent(id)}${rest}`);
  const one = (id: string, kind: 'signees' | 'observers', person: string, rest = '') =>
    document(id, `/${kind}/${encodeURIComponent(person)}${rest}`);
  const put = (url: string, options?: CallOptions) => call({ method: 'PUT', url, ...signalOf(options) }, noContent);

  return {
    /** Gets a token and nothing else, to test the sign-in. */
    async signIn(options?: CallOptions): Promise<Outcome<{ readonly validForMs: number }>> {
      if (trustedAddress(addresses.auth, rules) === null) return failed(badAddress(addresses.auth));
      const token = await tokens.token(options?.signal);
      return token.ok ? success({ validForMs: token.value.lifeMs }) : token;
    },
    /** Ends the client, whose credentials or addresses have changed. It sends no call any more. */
    end: tokens.end,
    /** The reason that the service gave for refusing the last sign-in. Null: it did not. */
    refusal: tokens.refusal,
    /** Lets a refused sign-in be tried once more, because a person asked for it. Keeps a token in use. */
    forgive: tokens.forgive,
    /** The lead of the service's clock over ours, by its last answer. */
    clockSkewMs: context.clock.skewMs,
    knownSkewMs: context.clock.knownSkewMs,

    upload: (upload: Upload, options?: TransferOptions) =>
      sendFile({ call, context }, upload.file, uploadForm(upload), at('documents/file'), json(readDocument), options),
    scanPredefined: (file: LocalFile, options?: TransferOptions) =>
      sendFile({ call, context }, file, scanForm(file), at('documents/file/scan-predefined'), json(readScan), options),
    download: (download: Download, options?: TransferOptions) =>
      downloadFile({ http, context, rules }, download, options),

    start: (id: string, { isWanted, ...options }: FinalOptions = {}) =>
      call(
        { method: 'PUT', url: document(id, '/start'), ...(isWanted ? { isWanted } : {}), ...signalOf(options) },
        noContent,
      ),
    withdraw: (id: string, options?: CallOptions) => put(document(id, '/withdraw'), options),
    delete: (id: string, options?: CallOptions) =>
      call({ method: 'DELETE', url: document(id), ...signalOf(options) }, noContent),
    details(id: string, { asked = false, ...options }: LookOptions = {}): Promise<Outcome<ServiceDocument>> {
      const refused = asked ? null : patience.refusal(id);
      if (refused !== null) return Promise.resolve(failed(refused));
      const read = json((value) => ofDocument(id, readDocument(value)));
      const answer = call({ method: 'GET', url: document(id), ...signalOf(options) }, read);
      const nothing = () => {};
      void answer.then((heard) => patience.note(id, heard), nothing);
      return answer;
    },
    update: (id: string, { extra, ...fields }: DocumentChanges, options?: CallOptions) =>
      call({ method: 'PUT', url: document(id), ...jsonBody({ ...extra, ...fields }), ...signalOf(options) }, noContent),
    /** Returns the service's answer unparsed: it is not documented. If it names a document, it must be this one. */
    addSignee: (id: string, signee: SigneeInput, options?: CallOptions) =>
      call({ method: 'POST', url: document(id, '/signees'), ...jsonBody(signee), ...signalOf(options) }, (response) => {
        const answer = anything(response);
        const shown = recordOf(answer?.value)?.['documentId'];
        return typeof shown === 'string' && plainId(shown) !== plainId(id) ? null : answer;
      }),

    // Calls that the description does not have: they are made only where a connection file allows them.
    resendInvitation: (id: string, signeeId: string, options?: CallOptions) =>
      call({ method: 'POST', url: one(id, 'signees', signeeId, '/resend-invitation'), ...signalOf(options) }, accepted),
    changeSignee: (id: string, signeeId: string, changes: SigneeChanges, options?: CallOptions) =>
      call({ method: 'PUT', url: one(id, 'signees', signeeId), ...jsonBody(changes), ...signalOf(options) }, accepted),
    removeSignee: (id: string, signeeId: string, options?: CallOptions) =>
      call({ method: 'DELETE', url: one(id, 'signees', signeeId), ...signalOf(options) }, accepted),
    addObserver: (id: string, observer: ObserverInput, options?: CallOptions) =>
      call({ method: 'POST', url: document(id, '/observers'), ...jsonBody(observer), ...signalOf(options) }, accepted),
    removeObserver: (id: string, observerId: string, options?: CallOptions) =>
      call({ method: 'DELETE', url: one(id, 'observers', observerId), ...signalOf(options) }, accepted),

    /** Reads the overview, with the newest documents first. */
    overview: (query?: OverviewQuery, options?: CallOptions) =>
      call({ method: 'GET', url: at(`overview${queryText(query)}`), ...signalOf(options) }, json(readOverview)),
    availableModes: (options?: CallOptions) =>
      call({ method: 'GET', url: at('available-modes'), ...signalOf(options) }, json(readModes)),
    async whoAmI(options?: CallOptions): Promise<Outcome<ServiceUser>> {
      const { identity } = addresses;
      if (identity === undefined) {
        const details = 'This connection has no identity address.';
        return failed({ kind: 'not-configured', certainty: 'permanent', details });
      }
      if (trustedAddress(identity, rules) === null) return failed(badAddress(identity));
      return call(
        { method: 'GET', url: joinAddress(identity, 'api/v1/users/me'), ...signalOf(options) },
        json(readUser),
      );
    },
  };
}

export type SigningClient = ReturnType<typeof createSigningClient>;

/** Refuses every call when an address is not safe: anyone on the way could read the password and the token. */
function onlyToTrusted(call: Call, used: readonly string[], rules: AddressRules): Call {
  const bad = used.find((address) => trustedAddress(address, rules) === null);
  return bad === undefined ? call : async () => failed(badAddress(bad));
}

function badAddress(address: string): Failure {
  return { kind: 'bad-address', certainty: 'permanent', details: `Not an https address: ${address.slice(0, 200)}` };
}

/** Returns null for another document. A cache or a proxy may answer with one, whose people and file are not ours. */
function ofDocument(id: string, found: ServiceDocument | null): ServiceDocument | null {
  return found?.documentId === plainId(id) ? found : null;
}

/** Leaves the key out when there is no signal: `exactOptionalPropertyTypes` refuses undefined. */
function signalOf(options?: CallOptions): Pick<AuthorisedRequest, 'signal'> {
  return options?.signal === undefined ? {} : { signal: options.signal };
}

function jsonBody(value: unknown): Pick<AuthorisedRequest, 'contentType' | 'body'> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { contentType: 'application/json', body: () => bytesBody(bytes) };
}

function queryText(query: OverviewQuery = {}): string {
  const parameters = { ...query, order: 'creationTime desc' };
  // encodeURIComponent writes %20 for a space. Only some servers read a plus in a query as a space.
  return `?${Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}

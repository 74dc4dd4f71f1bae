import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startPracticeService } from '../../test/practice-service/practice-service.ts';
import { samplePdf } from '../../test/practice-service/sample-pdf.ts';
import type { PracticeOptions } from '../practice-service/options.ts';
import { type Fields, recordOf } from './answers/fields.ts';
import { createSigningClient, type SigningClient } from './client.ts';
import type { HttpPort, HttpRequest, Verdict } from './http-port.ts';
import { createNodeHttp } from './node-http.ts';
import { type Outcome, success } from './outcome.ts';
import { Secret } from './secret.ts';
import { fakeHttp, jsonResponse, response } from './testing/fake-http.ts';

/** Fields of answers that the app does not read on purpose, and why. `docs/service.md` says the same to people. */
const ignoredOnPurpose: Readonly<Record<string, string>> = {
  'document companyId': 'The details show the name of the company.',
  'document thumbnailUrl': 'The details draw the first page from the copy on this computer.',
  'document initiatorSignKey': 'The description does not say what it means.',
  'document signees[].documentId': 'It repeats the id of the document.',
  'document signees[].signUrl': 'It is a secret: it opens the signing page of this person.',
  'document signees[].comment': 'It is the note that the sender wrote.',
  'document signees[].initiatorComment': 'It is the note that the sender wrote.',
  'document signees[].signatureType': 'The app asks for signatures of people only.',
  'document signees[].policy': 'Whether a person may move their signature is between the service and them.',
  'signee email': 'The details are read before the start, and show all people.',
  'signee signOrder': 'The details are read before the start, and show the order.',
  'signee autographPosition': 'The details are read before the start, and show it.',
  'signee signStatus': 'The details show it, also later.',
  'signee comment': 'It is the note that the sender wrote.',
  'signee signeeId': 'A look before each operation tells it again.',
  'signee signUrl': 'It is a secret: it opens the signing page of this person.',
  'signee viewedTime': 'Nobody opens a draft.',
  'signee signedTime': 'Nobody signs a draft.',
  'signee completionTime': 'Nobody signs a draft.',
  'signee initiatorComment': 'It is the note that the sender wrote.',
  'signee signeeComment': 'Nobody rejects a draft.',
  'signee language': 'The details show it.',
  'signee signatureType': 'The app asks for signatures of people only.',
  'signee policy': 'Whether a person may move their signature is between the service and them.',
  'document observers[].documentId': 'It repeats the id of the document.',
  'document observers[].signUrl': 'It is a secret: it opens the document for this person.',
  'document observers[].viewedTime': 'The details show who is in copy, not when this person looked.',
  'document observers[].initiatorComment': 'It is the note that the sender wrote.',
  'document observers[].isAdmin': 'The app adds people who only get a copy.',
  'overview documents[].thumbnailUrl': 'The rows of the list have no pictures.',
  'overview documents[].signKey': 'The description does not say what it means.',
  'overview pagination':
    'Some services repeat what was asked for. The entries that came say where the next page begins.',
  'token refresh_token': 'A new token needs the password only, so the app keeps no second secret.',
  'token refresh_expires_in': 'It belongs to the refresh token.',
  'token token_type': 'It is always Bearer.',
  'token not-before-policy': 'The service refuses a token that is too old.',
  'token session_state': 'The app has no session to continue.',
  'token scope': 'The description names no scopes.',
  'user groups': 'The app shows who is signed in, not where this person belongs.',
  'user companies': 'The details of a document show the name of the company.',
  'user units': 'The app shows who is signed in, not where this person belongs.',
};

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'countersign-fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Kind = 'token' | 'user' | 'modes' | 'scan' | 'document' | 'signee' | 'overview';

/** An answer of the practice service, and the call that reads it. */
interface Answered {
  readonly kind: Kind;
  readonly value: Fields;
  readonly again: (client: SigningClient) => Promise<unknown>;
}

const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['token', /\/token$/],
  ['user', /\/users\/me$/],
  ['modes', /\/available-modes$/],
  ['scan', /\/scan-predefined$/],
  ['signee', /\/signees$/],
  ['overview', /\/overview\?/],
  ['document', /\/documents\//],
];
const kindOf = (url: string) => kinds.find(([, path]) => path.test(url))?.[0];

const credentials = async () =>
  success({ username: 'u', password: new Secret('p'), client: { form: 'public', clientId: 'c' } as const });

function recording(http: HttpPort, onAnswer: (url: string, value: Fields) => void): HttpPort {
  return {
    async send(request: HttpRequest): Promise<Verdict> {
      const verdict = await http.send(request);
      const body = verdict.kind === 'response' ? Buffer.from(verdict.response.body).toString('utf8') : '';
      const value = body === '' ? null : recordOf(JSON.parse(body));
      if (value !== null) onAnswer(request.url, value);
      return verdict;
    },
  };
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.kind}: ${outcome.failure.details}`);
  return outcome.value;
}

/** Every answer that the app gets from a practice service of this shape, from the sign-in to a rejected document. */
async function answersOf(shape: Partial<PracticeOptions>): Promise<readonly Answered[]> {
  const service = await startPracticeService(shape);
  const http = createNodeHttp({ allowLoopback: true });
  onTestFinished(async () => {
    http.close();
    await service.close();
  });
  const user = service.people.createServiceUser('public');
  const { base, auth, identity, clientId } = service.connectionOf('public');
  const client = { form: 'public', clientId } as const;
  const answers: Answered[] = [];
  let again: Answered['again'] = async () => null;
  const signing = createSigningClient({
    http: recording(http, (url, value) => {
      const kind = kindOf(url);
      if (kind === undefined) throw new Error(`Nobody knows the answers of ${url}.`);
      answers.push({ kind, value, again });
    }),
    clock: service.clock,
    allowLoopback: true,
    addresses: { base, auth, identity },
    credentials: async () => success({ username: user.username, password: new Secret(user.password), client }),
  });
  const ask = async <T>(call: (one: SigningClient) => Promise<Outcome<T>>): Promise<T> => {
    again = call;
    return valueOf(await call(signing));
  };

  const place = { x: 60, y: 100, width: 180, height: 40 };
  const autographPosition = { ...place, pageNumber: 1 };
  const content = await samplePdf({
    title: 'Lease',
    fields: [
      { ...place, email: 'anna@a.example', order: 0 },
      { ...place, email: 'zoe@z.example', observer: true },
    ],
  });
  const path = join(folder, 'Lease.pdf');
  writeFileSync(path, content);
  const file = { path, size: content.length, name: 'Lease.pdf', type: 'application/pdf' };
  const fields = { initiatorAliasName: 'Muster AG', comment: 'Please sign', scanPredefined: true };

  again = (one) => one.signIn();
  await ask((one) => one.signIn());
  await ask((one) => one.availableModes());
  await ask((one) => one.whoAmI());
  await ask((one) => one.scanPredefined(file));
  const { documentId: id } = await ask((one) => one.upload({ file, fields: { ...fields, signatureMode: 'advanced' } }));
  await ask((one) =>
    one.addSignee(id, { email: 'ben@b.example', comment: 'You too', signOrder: 1, autographPosition }),
  );
  await ask((one) => one.start(id));
  await ask((one) => one.details(id));
  service.people.view(id, 'anna@a.example');
  await service.people.sign(id, 'anna@a.example');
  await ask((one) => one.details(id));
  await service.people.reject(id, 'ben@b.example', 'Page 3 is missing.');
  await ask((one) => one.details(id));
  await ask((one) => one.overview({ offset: 0, limit: 20 }));
  return answers;
}

/** The paths of all fields. `[]` stands for every entry of a list of objects. */
function pathsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    const nested = value.filter((one) => typeof one === 'object');
    return nested.length === 0 ? [path] : [...new Set(nested.flatMap((one) => pathsIn(one, `${path}[]`)))];
  }
  const fields = recordOf(value);
  if (fields === null) return [path];
  return Object.entries(fields).flatMap(([name, one]) => pathsIn(one, path === '' ? name : `${path}.${name}`));
}

const gone = Symbol('gone');

/** The value with another one in a place, in all entries of the lists on the way. */
function changed(value: unknown, path: readonly string[], other: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.map((one: unknown) => changed(one, step === '[]' ? rest : path, other));
  const fields = recordOf(value);
  if (fields === null || !Object.hasOwn(fields, step)) return value;
  const { [step]: before, ...others } = fields;
  return rest.length === 0 && other === gone ? others : { ...others, [step]: changed(before, rest, other) };
}

const token = { access_token: 'token', expires_in: 900 };

const clientOver = (http: HttpPort): SigningClient =>
  createSigningClient({
    http,
    clock: { now: () => 0 },
    addresses: { base: 'https://a.test/api/v1', auth: 'https://b.test', identity: 'https://c.test' },
    credentials,
  });

/** What the app notices of an answer: what it reads, and what it sends because of it. The answer as a whole is no reading. */
async function noticed({ kind, again }: Answered, value: unknown): Promise<string> {
  const http = fakeHttp(({ url, method }) => {
    if (kindOf(url) === kind) return jsonResponse(value);
    return kindOf(url) === 'token' ? jsonResponse(token) : response(method === 'GET' ? 404 : 204);
  });
  const client = clientOver(http);
  const outcome = await again(client);
  // The client hands this answer on unread.
  if (kind === 'signee') return String(recordOf(outcome)?.['ok']);
  // A token is used in the next request. Other answers may change nothing in those that were sent before.
  if (kind === 'token') await client.overview();
  const sent = kind === 'token' ? http.sent.map(({ headers }) => headers) : [];
  return JSON.stringify([outcome, sent], (name, one: unknown) => (name === 'raw' ? undefined : one));
}

const others: readonly unknown[] = [gone, null, true, false, 7, 'other', ['other'], ['zoe@example.test']].concat([
  'zoe@example.test',
  '2031-02-03T04:05:06.789+00:00',
]);

async function isRead(answer: Answered, path: string, usual: string): Promise<boolean> {
  const steps = path.replaceAll('[]', '.[]').split('.');
  for (const other of others) if ((await noticed(answer, changed(answer.value, steps, other))) !== usual) return true;
  return false;
}

/** People stand in `signees` and once more in `signeesOrdered`, which counts where the first is empty. */
function withBothLists(answer: Answered): readonly Answered[] {
  const { signees } = answer.value;
  if (answer.kind !== 'document' || !Array.isArray(signees) || signees.length === 0) return [answer];
  return [
    { ...answer, value: { ...answer.value, signeesOrdered: [] } },
    { ...answer, value: { ...answer.value, signees: [] } },
  ];
}

/** `signeesOrdered` has the same people, in groups or not. */
const asSignees = (path: string) => path.replace(/^signeesOrdered(?:\[\])*/, 'signees[]');

const isBelow = (field: string, above: string) => field === above || /^[ .[]/.test(field.slice(above.length));

/** Fields of the answers as the readers return them. */
function namesIn(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) namesIn(one, found);
  for (const [name, one] of Object.entries(recordOf(value) ?? {})) {
    if (name === 'raw') continue;
    found.add(name);
    namesIn(one, found);
  }
}

test('every field of every answer is read, or ignored for a reason', async () => {
  const shapes = (['objects', 'public'] as const).flatMap((signees) =>
    (['flat', 'groups'] as const).map((signeesOrdered) => ({ signees, signeesOrdered })),
  );
  const found = new Map<string, boolean>();
  for (const shape of shapes) {
    for (const answer of (await answersOf(shape)).flatMap(withBothLists)) {
      const usual = await noticed(answer, answer.value);
      for (const path of new Set(pathsIn(answer.value))) {
        const field = `${answer.kind} ${asSignees(path)}`;
        if (found.get(field) !== true) found.set(field, await isRead(answer, path, usual));
      }
    }
  }
  const page = new Set(readFileSync(join(root, 'docs/service.md'), 'utf8').match(/[\w-]+/g));
  const names = [...found.keys()].flatMap((field) => field.replaceAll('[]', '').split(/[ .]/).slice(1));
  expect([...new Set(names)].filter((name) => !page.has(name))).toEqual([]);
  const ignored = Object.keys(ignoredOnPurpose);
  const unread = [...found].filter(([, read]) => !read).map(([field]) => field);
  expect(unread.filter((field) => !ignored.some((one) => field.startsWith(one) && isBelow(field, one)))).toEqual([]);
  // A reason for a field that is read, or that no answer has, would tell a newcomer something wrong.
  expect(ignored.filter((one) => !unread.some((field) => field.startsWith(one) && isBelow(field, one)))).toEqual([]);
});

test('every field that is read is used outside of the readers', async () => {
  const read = new Set<string>();
  for (const { kind, again, value } of await answersOf({ signees: 'public' })) {
    if (kind === 'signee' || kind === 'token') continue;
    const outcome = await again(clientOver(fakeHttp(({ url }) => jsonResponse(kindOf(url) === kind ? value : token))));
    namesIn(recordOf(outcome)?.['value'], read);
  }
  const sources = ['main', 'preload', 'renderer', 'shared']
    .flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|[/\\]testing[/\\]/.test(path))
    .filter((path) => !/^main[/\\](?:practice-service|signing[/\\]answers)[/\\]/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const words = new Set(sources.match(/\w+/g));
  expect(read.size).toBeGreaterThan(40);
  expect([...read].filter((name) => !words.has(name))).toEqual([]);
});

test('the page about the service names files that exist', () => {
  const page = readFileSync(join(root, 'docs/service.md'), 'utf8').replaceAll('`answers/', '`main/signing/answers/');
  const files = [...page.matchAll(/`((?:main|renderer|shared|preload)\/[\w./-]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  );
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

import { expect, test } from 'vitest';
import type { PracticeService } from '../practice-service.ts';
import { running } from '../running.ts';
import { samples } from '../samples.ts';
import { connectClient, passwordGrant, type Reply, send, tokenRequest } from '../test-client.ts';

const STATE = 'b0f5f0f2-8d6c-4a5e-9d3a-2f1e0d9c8b7a';
const ADMIN = '/third-party-connection/';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(url, {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
const field = (reply: Reply, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(reply.text)?.[1] ?? '';
const code = (reply: Reply, id: string) => new RegExp(`<code id="${id}">([^<]*)`).exec(reply.text)?.[1] ?? '';
const alerts = (reply: Reply) => [...reply.text.matchAll(/role="alert">([^<]*)/g)].map((match) => match[1]);

const adminUrl = (service: PracticeService, change: Record<string, string | undefined> = {}) => {
  const right = {
    response_type: 'service_account',
    client_id: service.connection.clientId,
    response_mode: 'copy_paste',
    state: STATE,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...right, ...change })) if (value !== undefined) query.set(name, value);
  return `${service.url}${ADMIN}?${query}`;
};

/** Opens the admin page and goes through to its last page, with the prefilled account. */
async function walk(service: PracticeService, change: Record<string, string | undefined> = {}) {
  const logIn = await send(adminUrl(service, change));
  const flow = field(logIn, 'flow');
  const credentials = { email: 'anna@example.test', password: 'practice' };
  const consent = await post(service.url + ADMIN, { flow, ...credentials });
  return { flow, logIn, consent, last: await post(service.url + ADMIN, { flow, action: 'accept' }) };
}

test('the admin page shows working credentials once', async () => {
  const service = await running();
  const { flow, logIn, consent, last } = await walk(service);
  expect([logIn.status, consent.status, last.status]).toEqual([200, 200, 200]);
  const user = { id: '', username: code(last, 'username'), password: code(last, 'password') };
  expect((await tokenRequest(service.url, passwordGrant(service, 'client-secret', user))).status).toBe(200);
  const again = await post(service.url + ADMIN, { flow, action: 'accept' });
  expect(again.status).toBe(410);
  expect(again.text).not.toContain(user.password);
  expect(service.records.breaches).toEqual([]);
});

test.each([
  ['response_type', { response_type: 'code' }],
  ['client_id', { client_id: 'someone' }],
  ['response_mode', { response_mode: 'query' }],
  ['state', { state: 'short' }],
  ['state', { state: undefined }],
  ['colour', { colour: 'blue' }],
  ['actions', { actions: 'everything' }],
  ['redirect_uri', { response_mode: 'form_post', redirect_uri: 'https://elsewhere.example.test/' }],
])('a wrong %s is told and recorded', async (name, change) => {
  const service = await running();
  const reply = await send(adminUrl(service, change));
  expect(reply.status).toBe(400);
  expect(alerts(reply)).toEqual([expect.stringContaining(name)]);
  expect(service.records.breaches.map(({ rule }) => rule)).toEqual(['admin-query']);
});

test('configured actions are accepted', async () => {
  const service = await running();
  service.clients.setActions('client-secret', ['archive']);
  expect((await send(adminUrl(service, { actions: 'archive' }))).status).toBe(200);
});

test('a state used twice is recorded', async () => {
  const service = await running();
  await send(adminUrl(service));
  await send(adminUrl(service));
  expect(service.records.breaches.map(({ detail }) => detail)).toEqual(['a state was used before']);
});

test('a wrong password is reported, and cancelling creates nothing', async () => {
  const service = await running();
  const logIn = await send(adminUrl(service));
  const flow = field(logIn, 'flow');
  const wrong = await post(service.url + ADMIN, { flow, email: 'anna@example.test', password: 'guess' });
  expect([wrong.status, alerts(wrong)]).toEqual([401, ['E-mail or password is wrong.']]);
  await post(service.url + ADMIN, { flow, email: 'anna@example.test', password: 'practice' });
  expect((await post(service.url + ADMIN, { flow, action: 'cancel' })).text).toContain('No access was given');
  expect((await post(service.url + ADMIN, { flow, action: 'accept' })).status).toBe(400);
});

test('with samples, a new service user finds documents in every status', async () => {
  const service = await running({ samples: true });
  await walk(service);
  const found = new Set(service.documents.all().map(({ documentStatus }) => documentStatus));
  expect([...found].toSorted((a, b) => a.localeCompare(b))).toEqual([
    'draft',
    'in-progress',
    'rejected',
    'signed',
    'withdrawn',
  ]);
  // Nobody may take them for real people.
  const addresses = service.documents.all().flatMap(({ signees }) => signees.map(({ email }) => email));
  expect(addresses.filter((email) => !/^[a-z.]+@[a-z-]+\.example$/.test(email))).toEqual([]);
  // The standard fonts of PDF know Latin-1 only.
  const texts = samples.flatMap(({ title, lines }) => [title, ...lines]);
  expect(texts.filter((text) => /[^\u0020-\u00ff]/.test(text))).toEqual([]);
});

test('form_post posts all fields to a registered address', async () => {
  const service = await running();
  service.clients.addRedirect('client-secret', 'https://partner.example.test/back*');
  const redirect_uri = 'https://partner.example.test/back?x=1';
  const { last } = await walk(service, { response_mode: 'form_post', redirect_uri });
  expect(last.text).toContain(`action="${redirect_uri}"`);
  expect(last.headers.get('content-security-policy')).toContain("form-action 'self' https://partner.example.test");
  expect(field(last, 'state')).toBe(STATE);
  expect(field(last, 'creator_email')).toBe('anna@example.test');
  expect(field(last, 'creator_language')).toBe('de');
  const user = {
    id: field(last, 'service_account_id'),
    username: field(last, 'service_account_username'),
    password: field(last, 'service_account_password'),
  };
  expect((await tokenRequest(service.url, passwordGrant(service, 'client-secret', user))).status).toBe(200);
});

test('signees sign and reject on the pages their mails link to, in order', async () => {
  const service = await running();
  const client = await connectClient(service);
  const id = await client.started(['a@example.test', 'b@example.test'], { ordered: true });
  const mail = await send(`${service.url}/mail`);
  expect(mail.text).toContain('Open the document as a@example.test');
  const [first, second] = service.records.signeesOf(id).map(({ key }) => `${service.url}/sign/${key}`);
  expect((await send(second ?? '')).text).toContain('Others sign first');
  expect((await send(first ?? '')).text).toMatch(/<button name="action" value="sign">Sign<\/button>/);
  await post(second ?? '', { action: 'sign' });
  expect(service.documents.find(id)?.signees.map(({ decision }) => decision)).toEqual(['open', 'open']);
  await post(first ?? '', { action: 'sign' });
  expect((await send(first ?? '')).text).toContain('You have signed');
  await post(second ?? '', { action: 'reject', reason: 'no' });
  expect(service.documents.find(id)).toMatchObject({ documentStatus: 'rejected' });
  expect(service.records.signeesOf(id)[1]).toMatchObject({ decision: 'rejected', reason: 'no' });
  expect((await send(`${service.url}/sign/nobody`)).status).toBe(404);
});

test('names from outside are shown as text', async () => {
  const service = await running();
  const client = await connectClient(service);
  const bad = '<script>alert(1)</script>';
  await client.started(['a@example.test'], { data: { initiatorAliasName: bad, comment: bad }, filename: bad });
  const [mail] = service.people.mails();
  const pages = await Promise.all(['/', '/mail', mail?.link ?? ''].map((path) => send(service.url + path)));
  for (const page of pages) {
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toContain(bad);
  }
});

test('a form from another site changes nothing', async () => {
  const service = await running();
  const client = await connectClient(service);
  const id = await client.started(['a@example.test']);
  const [signee] = service.records.signeesOf(id);
  const reply = await post(
    `${service.url}/sign/${signee?.key}`,
    { action: 'sign' },
    { Origin: 'https://elsewhere.example.test' },
  );
  expect(reply.status).toBe(403);
  expect(service.documents.find(id)?.documentStatus).toBe('in-progress');
});

test('the operator registers a key set and sees what is wrong with another', async () => {
  const service = await running();
  const { clientId } = service.connectionOf('signed-assertion');
  const wrong = await post(`${service.url}/operator`, { client_id: clientId, keys: '{}' });
  expect([wrong.status, alerts(wrong).length]).toEqual([400, 1]);
  const keys = JSON.stringify({ keys: [{ kty: 'RSA', kid: 'mine', n: 'AQAB', e: 'AQAB' }] });
  expect((await post(`${service.url}/operator`, { client_id: clientId, keys })).status).toBe(303);
  expect((await send(`${service.url}/operator`)).text).toContain('&quot;mine&quot;');
});

test('offers sample files, and 404 for unknown pages', async () => {
  const service = await running();
  const pdf = await send(`${service.url}/sample/with-fields.pdf`);
  expect(pdf.text.startsWith('%PDF-')).toBe(true);
  expect((await send(`${service.url}/sample/other`)).status).toBe(404);
});

/** Step 2 of the onboarding in the browser: check the address, sign in, accept, see the credentials once. */
import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Incoming } from '../../../main/practice-service/http/exchange.ts';
import { html, page, problemPage } from '../../../main/practice-service/pages/html.ts';
import type { Practice } from '../../../main/practice-service/practice.ts';
import { type Account, accounts, type Client, type ServiceUser } from '../../../main/practice-service/register.ts';
import { makeSamples } from '../samples.ts';

interface AccessRequest {
  readonly client: Client;
  readonly mode: 'copy_paste' | 'form_post';
  readonly redirectUri: string;
  readonly state: string;
  readonly actions: string;
}

interface Flow {
  readonly request: AccessRequest;
  readonly account: Account | null;
}

/** Open visits of the admin page. A visit ends when its credentials were shown. */
export interface AdminFlows {
  readonly open: Map<string, Flow>;
  readonly shown: Set<string>;
  readonly states: Set<string>;
}

export const createAdminFlows = (): AdminFlows => ({ open: new Map(), shown: new Set(), states: new Set() });

const SUBMIT = 'document.forms[0].submit()';
const SUBMIT_HASH = createHash('sha256').update(SUBMIT).digest('base64');

/** The service and the open visits. */
interface Pages {
  readonly practice: Practice;
  readonly flows: AdminFlows;
}

export function adminPage(pages: Pages, incoming: Incoming, form: URLSearchParams | null): Answer | Promise<Answer> {
  if (form === null) return begin(pages, incoming.query);
  const id = form.get('flow') ?? '';
  if (pages.flows.shown.has(id)) {
    return problemPage(
      'Already shown',
      ['The credentials were shown once and cannot be shown again. Start anew to create others.'],
      410,
    );
  }
  const flow = pages.flows.open.get(id);
  if (flow === undefined) return problemPage('Start again', ['This page is too old. Open the address again.']);
  if (form.get('action') === 'cancel') {
    pages.flows.open.delete(id);
    return problemPage('Cancelled', ['No access was given.'], 200);
  }
  return flow.account === null ? logIn(pages, id, flow.request, form) : accept(pages, id, flow.request, flow.account);
}

function begin(pages: Pages, query: URLSearchParams): Answer {
  const request = readRequest(pages, query);
  if (Array.isArray(request)) {
    for (const problem of request) pages.practice.records.breach('admin-query', problem);
    return problemPage('This address is not right', request);
  }
  const id = randomUUID();
  pages.flows.open.set(id, { request, account: null });
  return logInPage(id, request, null);
}

const KNOWN = ['response_type', 'client_id', 'response_mode', 'redirect_uri', 'state', 'actions'];

function readRequest({ practice, flows }: Pages, query: URLSearchParams): AccessRequest | string[] {
  const problems: string[] = [];
  for (const name of new Set(query.keys()))
    if (!KNOWN.includes(name)) problems.push(`The parameter ${name} is not known.`);
  if (query.get('response_type') !== 'service_account') problems.push('response_type must be service_account.');
  const client = practice.register.client(query.get('client_id') ?? '');
  const mode = query.get('response_mode');
  if (mode !== 'copy_paste' && mode !== 'form_post') problems.push('response_mode must be copy_paste or form_post.');
  const state = query.get('state') ?? '';
  if (state.length < 16) problems.push('state must be a value that cannot be guessed, for example a UUID.');
  else if (flows.states.has(state)) practice.records.breach('admin-query', 'a state was used before');
  const redirectUri = query.get('redirect_uri') ?? '';
  if (client === undefined) return [...problems, 'client_id is not known.'];
  if (mode === 'form_post' && !isRegistered(client, redirectUri)) problems.push('redirect_uri is not registered.');
  const actions = query.get('actions');
  if (actions !== null && !actions.split(/[\s,]+/).every((action) => client.actions.includes(action))) {
    problems.push('These actions have not been configured for the partner.');
  }
  if (problems.length > 0 || (mode !== 'copy_paste' && mode !== 'form_post')) return problems;
  flows.states.add(state);
  return { client, mode, redirectUri, state, actions: actions ?? '' };
}

/** A registered address may end in a wildcard. Elsewhere a star is a plain character. */
const isRegistered = ({ redirectUris }: Client, uri: string) =>
  /^https?:/.test(uri) &&
  URL.canParse(uri) &&
  redirectUris.some((known) => (known.endsWith('*') ? uri.startsWith(known.slice(0, -1)) : uri === known));

function logInPage(id: string, request: AccessRequest, problem: string | null): Answer {
  const [first] = accounts;
  return page({
    title: 'Log in',
    status: problem === null ? 200 : 401,
    main: html`
      <p>${request.client.name} asks for access to the signing service.</p>
      <form method="post" action="?">
        ${problem === null ? null : html`<p role="alert">${problem}</p>`}
        <input type="hidden" name="flow" value="${id}">
        <label for="email">E-mail</label><input id="email" name="email" type="email" value="${first?.email ?? ''}" required>
        <label for="password">Password</label><input id="password" name="password" type="password" value="${first?.password ?? ''}" required>
        <button>Log in</button>
      </form>
      <details><summary>Accounts for practice</summary>
      <table><thead><tr><th scope="col">E-mail</th><th scope="col">Password</th><th scope="col">Company</th></tr></thead><tbody>
        ${accounts.map((account) => html`<tr><td>${account.email}</td><td>${account.password}</td><td>${account.company.name}</td></tr>`)}
      </tbody></table></details>`,
  });
}

function logIn(pages: Pages, id: string, request: AccessRequest, form: URLSearchParams): Answer {
  const account = accounts.find((one) => one.email === form.get('email')?.trim());
  if (account === undefined || account.password !== form.get('password')) {
    return logInPage(id, request, 'E-mail or password is wrong.');
  }
  pages.flows.open.set(id, { request, account });
  return page({
    title: 'Give access',
    main: html`
      <form method="post" action="?">
        <p><strong>${request.client.name}</strong> wants to send documents for ${account.company.name} with a service user made for it
          by ${account.firstname} ${account.lastname}.</p>
        ${request.actions === '' ? null : html`<p>Actions: ${request.actions}</p>`}
        <input type="hidden" name="flow" value="${id}">
        <button name="action" value="accept">Accept</button>
        <button name="action" value="cancel" class="second">Cancel</button>
      </form>`,
  });
}

async function accept(
  { practice, flows }: Pages,
  id: string,
  request: AccessRequest,
  account: Account,
): Promise<Answer> {
  flows.open.delete(id);
  flows.shown.add(id);
  const user = practice.register.createUser(request.client.clientId, account);
  if (practice.options.samples) await makeSamples(practice, user);
  return request.mode === 'copy_paste' ? credentialsPage(user) : formPostPage(request, account, user);
}

function credentialsPage(user: ServiceUser): Answer {
  return page({
    title: 'Service user created',
    main: html`
      <section>
        <p>Copy these credentials now. They are shown only once.</p>
        <dl>
          <dt>Username</dt><dd><code id="username">${user.username}</code></dd>
          <dt>Password</dt><dd><code id="password">${user.password}</code></dd>
        </dl>
      </section>`,
  });
}

/** The browser posts the result to the client. Without scripts the person presses the button. */
function formPostPage(request: AccessRequest, account: Account, user: ServiceUser): Answer {
  const fields = {
    state: request.state,
    service_account_id: user.id,
    service_account_username: user.username,
    service_account_password: user.password,
    creator_email: account.email,
    creator_language: account.language,
  };
  return page({
    title: 'Service user created',
    formAction: new URL(request.redirectUri).origin,
    script: { code: SUBMIT, hash: SUBMIT_HASH },
    main: html`<form method="post" action="${request.redirectUri}">
      <p>The credentials go to ${new URL(request.redirectUri).host}.</p>
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <button>Continue</button>
    </form>`,
  });
}

import type { Answer } from '../../../main/practice-service/http/exchange.ts';
import { type Html, html, page, redirect } from '../../../main/practice-service/pages/html.ts';
import type { Practice } from '../../../main/practice-service/practice.ts';
import type { Client } from '../../../main/practice-service/register.ts';

/** The operator's page (step 1 of the onboarding): clients, their key sets and redirect addresses. */
export function operatorPage(practice: Practice, form: URLSearchParams | null): Answer {
  const { register } = practice;
  const problem = form === null ? null : change(practice, form);
  if (form !== null && problem === null) return redirect('/operator');
  return page({
    title: 'Operator',
    status: problem === null ? 200 : 400,
    main: html`
      ${problem === null ? null : html`<p role="alert">${problem}</p>`}
      <p>Each way a client can prove itself has one client here.</p>
      ${register.clients().map(clientForm)}`,
  });
}

function clientForm(client: Client): Html {
  const { clientId, form, secret, keySet, redirectUris, actions } = client;
  const keys =
    form === 'signed-assertion'
      ? html`<label for="keys-${form}">Public key set (JSON)</label>
        <textarea id="keys-${form}" name="keys" rows="6">${keySet.keys.length === 0 ? '' : JSON.stringify(keySet, null, 1)}</textarea>`
      : null;
  return html`<form method="post">
    <h2>${clientId}</h2>
    <dl><dt>Proves itself by</dt><dd>${form}</dd>
      ${secret === '' ? null : html`<dt>Client secret</dt><dd><code>${secret}</code></dd>`}
      <dt>Redirect addresses</dt><dd>${redirectUris.length === 0 ? 'none' : redirectUris.join(', ')}</dd></dl>
    <input type="hidden" name="client_id" value="${clientId}">
    ${keys}
    <label for="redirect-${form}">Another redirect address</label><input id="redirect-${form}" name="redirect" type="url">
    <label for="actions-${form}">Actions (separated by spaces)</label><input id="actions-${form}" name="actions" value="${actions.join(' ')}">
    <button>Save</button>
  </form>`;
}

/** Applies a form. Returns the problem, or null. */
function change({ register }: Practice, form: URLSearchParams): string | null {
  const clientId = form.get('client_id') ?? '';
  if (register.client(clientId) === undefined) return 'This client is not known.';
  const keys = form.get('keys') ?? '';
  if (keys.trim() !== '') {
    const problem = register.setKeys(clientId, keys);
    if (problem !== null) return problem;
  }
  const redirectUri = form.get('redirect') ?? '';
  if (redirectUri !== '') register.addRedirect(clientId, redirectUri);
  register.setActions(
    clientId,
    (form.get('actions') ?? '').split(/\s+/).filter((action) => action !== ''),
  );
  return null;
}

import type { AssertionChecker } from '../assertion.ts';
import { type Answer, type Incoming, json, type Refusal, readBody, refusal } from '../http/exchange.ts';
import type { Practice } from '../practice.ts';
import type { Client } from '../register.ts';
import { TOKEN_PATH } from '../rules.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The parameters of each form of client authentication. Any other is a breach. */
const COMMON = ['grant_type', 'username', 'password'];
const OWN: Readonly<Record<Client['form'], readonly string[]>> = {
  'client-secret': ['client_id', 'client_secret'],
  public: ['client_id'],
  'signed-assertion': ['client_assertion_type', 'client_assertion'],
};

export async function token(
  practice: Practice,
  incoming: Incoming,
  assertions: AssertionChecker,
): Promise<Answer | Refusal> {
  const { records, register, tokens } = practice;
  const wrong = (detail: string): Refusal => {
    records.breach('token-request', detail);
    return refusal('invalid-request', detail);
  };
  const body = (await readBody(incoming, 64 * 1024))?.toString('utf8') ?? '';
  if (incoming.headers['content-type'] !== 'application/x-www-form-urlencoded')
    return wrong('The content type is wrong');
  if (/[\r\n]/.test(body)) return wrong('The body is not one line');
  const parameters = new URLSearchParams(body);
  const names = [...parameters.keys()];
  if (new Set(names).size !== names.length) return wrong('A parameter is there twice');
  if (parameters.get('grant_type') !== 'password') return wrong('grant_type is not password');

  const client = await provenClient(practice, parameters, incoming.origin + TOKEN_PATH, assertions);
  if ('kind' in client) return client;
  const allowed = [...COMMON, ...OWN[client.form]];
  for (const name of names) {
    if (!allowed.includes(name))
      records.breach('token-request', `parameter ${name} has no place in form ${client.form}`);
  }
  const user = register.user(parameters.get('username') ?? '');
  if (user === undefined || user.password !== parameters.get('password')) {
    return refusal('invalid-grant', 'User name or password is wrong');
  }
  if (user.clientId !== client.clientId) return refusal('invalid-grant', 'The service user belongs to another client');
  return json(200, tokens.issue(user));
}

async function provenClient(
  practice: Practice,
  parameters: URLSearchParams,
  tokenAddress: string,
  assertions: AssertionChecker,
): Promise<Client | Refusal> {
  const { register, records, clock } = practice;
  const assertion = parameters.get('client_assertion');
  if (assertion !== null) {
    if (parameters.get('client_assertion_type') !== ASSERTION_TYPE) {
      records.breach('token-request', 'client_assertion_type is wrong');
      return refusal('invalid-client', 'client_assertion_type is wrong');
    }
    return assertions.check(assertion, tokenAddress, clock.now());
  }
  const client = register.client(parameters.get('client_id') ?? '');
  if (client === undefined) return refusal('invalid-client', 'The client is not known');
  if (client.form === 'signed-assertion') return refusal('invalid-client', 'The client has to sign an assertion');
  if (client.form === 'client-secret' && parameters.get('client_secret') !== client.secret) {
    return refusal('invalid-client', 'The client secret is wrong');
  }
  return client;
}

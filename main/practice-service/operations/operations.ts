/** Answers a found route: first the checks of all calls, then the operation. */
import { type AssertionChecker } from '../assertion.ts';
import { checkApiHeaders, checkBodyHeaders } from '../http/contract.ts';
import { type Answer, type Incoming, type Refusal, refusal } from '../http/exchange.ts';
import type { Found } from '../http/routes.ts';
import { type Operation, type PersonOperation, personOperations } from '../options.ts';
import type { Call, Practice } from '../practice.ts';
import type { ServiceUser } from '../register.ts';
import { availableModes, usersMe } from './account-calls.ts';
import { addSignee, deleteDocument, details, startProcess, update, withdrawDocument } from './document-calls.ts';
import { download } from './download.ts';
import { overview } from './overview.ts';
import { forPerson } from './person-calls.ts';
import { scanPredefined } from './scan-predefined.ts';
import { token } from './token.ts';
import { upload } from './upload.ts';

type Run = (call: Call) => Answer | Refusal | Promise<Answer | Refusal>;

const runs = {
  upload,
  start: startProcess,
  details,
  update,
  withdraw: withdrawDocument,
  delete: deleteDocument,
  'scan-predefined': scanPredefined,
  overview,
  'available-modes': availableModes,
  'add-signee': addSignee,
  'users-me': usersMe,
} as const satisfies Record<Exclude<Operation, PersonOperation | 'token' | 'download'>, Run>;

const isForPerson = (operation: Operation): operation is PersonOperation =>
  personOperations.some((one) => one === operation);

export interface Outcome {
  readonly user: ServiceUser | null;
  readonly result: Answer | Refusal;
}

export async function carryOut(
  deps: { readonly practice: Practice; readonly assertions: AssertionChecker },
  incoming: Incoming,
  found: Extract<Found, { kind: 'operation' }>,
): Promise<Outcome> {
  const { practice, assertions } = deps;
  const { records } = practice;
  const { route, id, person } = found;
  const { operation } = route;
  checkBodyHeaders(records, incoming, route.body);
  if (route.query === undefined && incoming.query.size > 0) {
    records.breach('query', `${operation} takes no parameters in the address`);
  }
  if (operation === 'token') return { user: null, result: await token(practice, incoming, assertions) };
  if (operation === 'download') return { user: null, result: await download(practice, incoming, id) };
  if (operation !== 'users-me') checkApiHeaders(records, incoming);

  const [scheme, value] = (incoming.headers['authorization'] ?? '').split(' ');
  if (scheme !== 'Bearer' || value === undefined || value === '') {
    records.breach('authorization', `${operation}: no bearer token`);
    return { user: null, result: refusal('unauthorized', 'A bearer token is needed') };
  }
  const user = practice.tokens.holder(value);
  if (user === undefined) return { user: null, result: refusal('unauthorized', 'The token is not valid (any more)') };
  const call = { ...incoming, practice, user, documentId: id, personId: person };
  return { user, result: await (isForPerson(operation) ? forPerson(operation, call) : runs[operation](call)) };
}

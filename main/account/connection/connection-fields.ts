import type { ConnectionField, ConnectionFields, FieldProblem } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import { longestSecretBytes } from '../../keychain/keychain-entry.ts';
import { hasInvisible, trimInvisible } from '../../paste/invisible-characters.ts';
import { type AddressRules, isSafeAddress } from '../../signing/address.ts';
import { Secret } from '../../signing/secret.ts';

export type { AddressRules } from '../../signing/address.ts';

export interface CheckedFields {
  /** The trimmed fields, with normalised addresses. A field with a problem is unchanged. */
  readonly fields: ConnectionFields;
  readonly problems: readonly FieldProblem[];
}

type Checked = { readonly value: string } | { readonly problem: FieldProblem['problem'] };
type Check = (text: string, rules: AddressRules) => Checked;

/** Endings that the app appends itself. We remove them when a person copied the whole address. */
const endings = {
  base: [],
  auth: ['/auth/realms/sso/protocol/openid-connect/token'],
  admin: ['/third-party-connection'],
  identity: ['/api/v1/users/me'],
} as const;

function withScheme(text: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
}

const address =
  (field: keyof typeof endings): Check =>
  (text, rules) => {
    if (text.length > lengths.address) return { problem: 'too-long' };
    const url = URL.parse(withScheme(text));
    if (!url || /\s/.test(text) || hasInvisible(text)) return { problem: 'not-an-address' };
    if (!isSafeAddress(url, rules)) return { problem: 'not-https' };
    // Refuse a user name, password, query or fragment: we would drop it, or send it without the person's knowledge.
    if (url.username || url.password || url.search || url.hash) return { problem: 'not-an-address' };
    let path = url.pathname.replace(/\/+$/, '');
    for (const ending of endings[field]) if (path.endsWith(ending)) path = path.slice(0, -ending.length);
    if (field === 'base' && !path.endsWith('/api/v1')) return { problem: 'wrong-ending' };
    return { value: url.origin + path };
  };

const shortText =
  (longest: number): Check =>
  (text) => {
    if (text.length > longest) return { problem: 'too-long' };
    return hasInvisible(text) ? { problem: 'unknown-value' } : { value: text };
  };

/** Refuses spaces: no id of the service has any, so they come from copying. */
const identifier: Check = (text, rules) =>
  /\s/.test(text) ? { problem: 'unknown-value' } : shortText(lengths.identifier)(text, rules);

const checks: Readonly<Record<Exclude<ConnectionField, 'environment' | 'clientForm'>, Check>> = {
  name: shortText(lengths.name),
  base: address('base'),
  auth: address('auth'),
  admin: address('admin'),
  identity: address('identity'),
  clientId: identifier,
  kid: identifier,
  actions: shortText(lengths.identifier),
};

/** Fields that may be empty. */
const optional: ReadonlySet<ConnectionField> = new Set<ConnectionField>(['identity', 'kid', 'actions']);

/** Checks and normalises each field of a connection, from a file or typed by a person. */
export function checkConnectionFields(given: ConnectionFields, rules: AddressRules): CheckedFields {
  const problems: FieldProblem[] = [];
  const check = (field: keyof typeof checks): string => {
    const text = trimInvisible(given[field]);
    if (text === '') {
      if (!optional.has(field)) problems.push({ field, problem: 'missing' });
      return '';
    }
    const checked = checks[field](text, rules);
    if ('value' in checked) return checked.value;
    problems.push({ field, problem: checked.problem });
    return given[field];
  };
  const fields: ConnectionFields = {
    name: check('name'),
    environment: given.environment,
    base: check('base'),
    auth: check('auth'),
    admin: check('admin'),
    identity: check('identity'),
    clientId: check('clientId'),
    clientForm: given.clientForm,
    // No other client has keys.
    kid: given.clientForm === 'signed-assertion' ? check('kid') : '',
    actions: check('actions'),
    ...(given.operations !== undefined && { operations: given.operations }),
    ...(given.textMarks !== undefined && { textMarks: given.textMarks }),
  };
  return { fields, problems };
}

export interface CheckedSecret {
  readonly secret: Secret | null;
  readonly problems: readonly FieldProblem[];
}

const unused: CheckedSecret = { secret: null, problems: [] };

function badSecret(problem: FieldProblem['problem']): CheckedSecret {
  return { secret: null, problems: [{ field: 'clientSecret', problem }] };
}

/** Checks a client secret. With `hasStored`, an empty field means the secret in the keychain. */
export function checkClientSecret(
  form: ConnectionFields['clientForm'],
  given: string,
  hasStored: boolean,
): CheckedSecret {
  if (form !== 'client-secret') return unused;
  const text = trimInvisible(given);
  if (text === '') return hasStored ? unused : badSecret('missing');
  if (Buffer.byteLength(text) > longestSecretBytes) return badSecret('too-long');
  return hasInvisible(text) ? badSecret('unknown-value') : { secret: new Secret(text), problems: [] };
}

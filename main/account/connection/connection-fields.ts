import type { ConnectionField, ConnectionFields, FieldProblem } from '../../../preload/contract/connection.ts';
import { lengths } from '../../../preload/contract/limits.ts';
import { longestSecretBytes } from '../../keychain/keychain-entry.ts';
import { hasInvisible, trimInvisible } from '../../paste/invisible-characters.ts';
import { type AddressRules, isSafeAddress } from '../../signing/address.ts';
import { Secret } from '../../signing/secret.ts';

export type { AddressRules } from '../../signing/address.ts';

export interface CheckedFields {
  /** As they will be used: trimmed, addresses in one spelling. A field with a problem stays as it was given. */
  readonly fields: ConnectionFields;
  readonly problems: readonly FieldProblem[];
}

type Checked = { readonly value: string } | { readonly problem: FieldProblem['problem'] };
type Check = (text: string, rules: AddressRules) => Checked;

/** What the app itself appends. A person who copied the whole address meant the part before it. */
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
    // A name, a password, a query or a fragment would be lost or sent along unseen: they are no part of these addresses.
    if (url.username || url.password || url.search || url.hash) return { problem: 'not-an-address' };
    let path = url.pathname.replace(/\/+$/, '');
    for (const ending of endings[field]) if (path.endsWith(ending)) path = path.slice(0, -ending.length);
    if (field === 'base' && !path.endsWith('/api/v1')) return { problem: 'wrong-ending' };
    return { value: url.origin + path };
  };

const words =
  (longest: number): Check =>
  (text) => {
    if (text.length > longest) return { problem: 'too-long' };
    return hasInvisible(text) ? { problem: 'unknown-value' } : { value: text };
  };

/** Handed to the service in an address or a form: blanks in it are always a mistake of copying. */
const identifier: Check = (text, rules) =>
  /\s/.test(text) ? { problem: 'unknown-value' } : words(lengths.identifier)(text, rules);

const checks: Readonly<Record<Exclude<ConnectionField, 'environment' | 'clientForm'>, Check>> = {
  name: words(lengths.name),
  base: address('base'),
  auth: address('auth'),
  admin: address('admin'),
  identity: address('identity'),
  clientId: identifier,
  kid: identifier,
  actions: words(lengths.identifier),
};

/** These may be left empty. */
const optional: ReadonlySet<ConnectionField> = new Set<ConnectionField>(['identity', 'kid', 'actions']);

/** Checks fields one by one, whoever filled them in: a file, a person, the command line. */
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
    kid: check('kid'),
    actions: check('actions'),
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

/** A client secret as it was given. `kept`: one is in the keychain already, and an empty field means that one. */
export function checkClientSecret(form: ConnectionFields['clientForm'], given: string, kept: boolean): CheckedSecret {
  if (form !== 'client-secret') return unused;
  const text = trimInvisible(given);
  if (text === '') return kept ? unused : badSecret('missing');
  if (Buffer.byteLength(text) > longestSecretBytes) return badSecret('too-long');
  return hasInvisible(text) ? badSecret('unknown-value') : { secret: new Secret(text), problems: [] };
}

import { z } from 'zod';
import {
  type ConnectionField,
  type ConnectionFields,
  clientForm,
  environment,
  type FieldProblem,
} from '../../../preload/contract/connection.ts';
import { lengths, limits } from '../../../preload/contract/limits.ts';
import { isBeyond } from '../../../shared/json-extent.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import type { Secret } from '../../signing/secret.ts';
import { type AddressRules, checkClientSecret, checkConnectionFields } from './connection-fields.ts';

/** The content of a connection file. `read` may have problems: the person then completes the fields. */
export type ConnectionFile =
  | {
      readonly kind: 'read';
      readonly fields: ConnectionFields;
      readonly clientSecret: Secret | null;
      readonly problems: readonly FieldProblem[];
    }
  | { readonly kind: 'unreadable'; readonly reason: 'empty' | 'too-long' | 'not-json' | 'not-an-object' };

/** Limits far above what a connection file needs. */
const extent = { deepest: 100, mostCommas: 1_000 };

const entries = z.record(z.string(), z.unknown());

function decode(content: string | Uint8Array): string {
  if (typeof content === 'string') return content;
  const [first, second] = content;
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  return new TextDecoder(utf16 ?? 'utf-8').decode(content);
}

/** Reads names of operations, or forms of marks. Anything else becomes an unknown one, which only the diagnosis shows. */
function namesIn(value: unknown, most: number): string[] {
  const names = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return names
    .slice(0, most)
    .map((name) => (typeof name === 'string' ? name.trim() : JSON.stringify(name)).slice(0, lengths.identifier));
}

/** Reads `*.countersign-connection.json`. The client secret is returned only as a Secret. */
export function readConnectionFile(content: string | Uint8Array, rules: AddressRules): ConnectionFile {
  if (content.length > lengths.connectionFile) return { kind: 'unreadable', reason: 'too-long' };
  const text = decode(content).replace(/^\ufeff/, '');
  if (text.trim() === '') return { kind: 'unreadable', reason: 'empty' };
  if (isBeyond(text, extent)) return { kind: 'unreadable', reason: 'too-long' };
  const json = parseJson(text);
  if (json === undefined) return { kind: 'unreadable', reason: 'not-json' };
  const parsed = entries.safeParse(json);
  if (!parsed.success) return { kind: 'unreadable', reason: 'not-an-object' };

  const found = new Map(Object.entries(parsed.data).filter(([, value]) => value !== null));
  const problems: FieldProblem[] = [];
  const wrongType = new Set<string>();
  const textOf = (field: ConnectionField | 'clientSecret'): string => {
    const value = found.get(field) ?? '';
    if (typeof value === 'string') return value;
    wrongType.add(field);
    problems.push({ field, problem: 'unknown-value' });
    return '';
  };
  const oneOf = <T extends string>(field: 'environment' | 'clientForm', schema: z.ZodType<T>, otherwise: T): T => {
    const choice = schema.safeParse(found.get(field));
    if (choice.success) return choice.data;
    problems.push({ field, problem: found.has(field) ? 'unknown-value' : 'missing' });
    return otherwise;
  };

  const operations = namesIn(found.get('operations'), limits.operations);
  const textMarks = namesIn(found.get('textMarks'), limits.markForms);
  const checked = checkConnectionFields(
    {
      name: textOf('name'),
      environment: oneOf('environment', environment, 'production'),
      base: textOf('base'),
      auth: textOf('auth'),
      admin: textOf('admin'),
      identity: textOf('identity'),
      clientId: textOf('clientId'),
      clientForm: oneOf('clientForm', clientForm, 'client-secret'),
      kid: textOf('kid'),
      actions: textOf('actions'),
      ...(operations.length > 0 && { operations }),
      ...(textMarks.length > 0 && { textMarks }),
    },
    rules,
  );
  const secretUsed = checked.fields.clientForm === 'client-secret';
  const secret = checkClientSecret(checked.fields.clientForm, secretUsed ? textOf('clientSecret') : '', true);
  return {
    kind: 'read',
    fields: checked.fields,
    clientSecret: secret.secret,
    problems: [...problems, ...checked.problems.filter(({ field }) => !wrongType.has(field)), ...secret.problems],
  };
}

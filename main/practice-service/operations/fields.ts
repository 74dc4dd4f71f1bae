import type { z } from 'zod';
import { type Refusal, refusal } from '../http/exchange.ts';
import type { Records } from '../records.ts';

type Fields<T> = {
  readonly kind: 'fields';
  readonly value: T;
  readonly extra: Readonly<Record<string, unknown>>;
};

/** Parses a JSON object with the documented fields and the configured extra parameters, and no others. */
export function parseFields<T>(
  schema: z.ZodObject & z.ZodType<T>,
  text: string,
  deps: { readonly records: Records; readonly extraAllowed: readonly string[]; readonly what: string },
): Fields<T> | Refusal {
  const { records, extraAllowed, what } = deps;
  const raw = parseObject(text);
  if (raw === null) {
    records.breach('field-value', `${what}: the body is no JSON object in UTF-8`);
    return refusal('invalid-request', 'The JSON object cannot be read');
  }
  const extra = Object.fromEntries(Object.entries(raw).filter(([name]) => !(name in schema.shape)));
  for (const name of Object.keys(extra)) {
    if (!extraAllowed.includes(name)) records.breach('field-unknown', `${what}: ${name}`);
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { kind: 'fields', value: parsed.data, extra };
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') ?? '';
  records.breach(name in raw ? 'field-value' : 'field-missing', `${what}: ${name}: ${issue?.message ?? ''}`);
  return refusal('invalid-request', `${name}: ${issue?.message ?? 'wrong'}`);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Decodes UTF-8. A wrong byte makes the text unreadable on purpose. */
export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}

import type { z } from 'zod';
import { parseJson } from '../../shared/parse-json.ts';
import { policyHead, policyParts, policySettings } from './policy.ts';

export const registryKey = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Countersign`;

const utf16 = (hex: string) => Buffer.from(hex.replaceAll(/[^\da-f]/gi, ''), 'hex').toString('utf16le');

/** Reads a value of an exported key: a text, a number, or several texts as one. Undefined: of another kind. */
function valueOf(text: string): string | number | undefined {
  const word = /^dword:([\da-f]{8})$/i.exec(text)?.[1];
  if (word !== undefined) return Number.parseInt(word, 16);
  // REG_EXPAND_SZ and REG_MULTI_SZ.
  const hex = /^hex\([27]\):(.*)$/is.exec(text)?.[1];
  if (hex !== undefined) return utf16(hex).replaceAll('\0', '');
  return /^"(.*)"$/s.exec(text)?.[1]?.replaceAll(/\\([\\"])/g, '$1');
}

/** Converts a value for the schema. Group policy has neither booleans nor objects, but 0 and 1, and JSON in a text. */
function asSchema(value: string | number, schema: z.ZodType | undefined): unknown {
  const other = typeof value === 'number' ? value !== 0 : parseJson(value);
  return schema?.safeParse(value).success !== true && schema?.safeParse(other).success === true ? other : value;
}

const shapes: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  '': policyParts,
  preset: policySettings.shape,
  locked: policySettings.shape,
};

/**
 * Returns the policy in the output of `reg export`, as the text of a policy file. Null: the file is no export of our
 * key.
 */
export function policyOfRegistry(content: Uint8Array): string | null {
  // The first two bytes say that the text is UTF-16.
  const text = Buffer.from(content)
    .toString('utf16le')
    .replace(/^\uFEFF/, '')
    .replaceAll(/\\\r?\n\s*/g, '');
  if (!text.startsWith('Windows Registry Editor')) return null;
  const groups = new Map<string, [name: string, value: string | number][]>();
  let group = '';
  for (const line of text.split(/\r?\n/)) {
    const key = /^\[(.+)\]$/.exec(line)?.[1];
    if (key !== undefined) group = key.slice(registryKey.length + 1);
    const [, name, written = ''] = /^"((?:[^"\\]|\\.)+)"=(.*)$/.exec(line) ?? [];
    const value = valueOf(written);
    if (name !== undefined && value !== undefined) groups.set(group, [...(groups.get(group) ?? []), [name, value]]);
  }
  const typed = (name: string) =>
    Object.fromEntries(
      (groups.get(name) ?? []).map(([setting, value]) => [setting, asSchema(value, shapes[name]?.[setting])]),
    );
  const policy: Record<string, unknown> = { ...policyHead, ...typed('') };
  for (const name of ['preset', 'locked']) if (groups.has(name)) policy[name] = typed(name);
  for (const name of ['allowedFolders', 'operations']) {
    const values = groups.get(name);
    if (values !== undefined) policy[name] = values.map(([, value]) => value);
  }
  return JSON.stringify(policy);
}

import { z } from 'zod';
import { isBeyond } from '../../shared/json-extent.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** A file that people take from one computer to another. Anybody may have changed it on the way. */
interface PortableFormat<T> {
  readonly format: string;
  readonly version: number;
  readonly mostBytes: number;
  /** The most that any honest file has. */
  readonly extent: Parameters<typeof isBeyond>[1];
  readonly schema: z.ZodType<T>;
}

export type Unread = { readonly kind: 'unreadable' | 'newer' };

const head = z.object({ format: z.string(), version: z.number() });

export const writePortable = (
  { format, version }: Pick<PortableFormat<unknown>, 'format' | 'version'>,
  content: object,
) => `${JSON.stringify({ format, version, ...content }, null, 2)}\n`;

function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return null;
  }
}

export function readPortable<T>(
  content: Uint8Array,
  { format, version, mostBytes, extent, schema }: PortableFormat<T>,
): { readonly kind: 'read'; readonly content: T } | Unread {
  const text = content.byteLength > mostBytes ? null : decode(content);
  if (text === null || isBeyond(text, extent)) return { kind: 'unreadable' };
  const json = parseJson(text);
  // The head first: a newer version may have changed the rest.
  const found = head.safeParse(json).data;
  if (found?.format !== format || found.version < version) return { kind: 'unreadable' };
  if (found.version > version) return { kind: 'newer' };
  const read = schema.safeParse(json);
  return read.success ? { kind: 'read', content: read.data } : { kind: 'unreadable' };
}

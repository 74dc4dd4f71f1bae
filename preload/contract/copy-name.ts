/** The usual name of a saved copy: the day it was signed, the name of the document. */
export const usualCopyName = '{date} {name} signed';

/** What a pattern may contain. Anything else stays as it is. What stands before a slash is a folder, without a document's parts. */
export const copyNameParts = ['date', 'name', 'people', 'profile', 'id'] as const;

/** Why no copy can be named by a pattern. Null: it can. */
export function copyNameFault(pattern: string): { readonly kind: 'empty' | 'unknown'; readonly part: string } | null {
  const known: readonly string[] = copyNameParts;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(([, part = '']) => !known.includes(part));
  if (unknown !== undefined) return { kind: 'unknown', part: unknown[0] };
  return pattern.slice(pattern.indexOf('/') + 1).trim() === '' ? { kind: 'empty', part: '' } : null;
}

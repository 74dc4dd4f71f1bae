import type { Language } from './language.ts';

/** The usual name of a saved copy: the day it was signed, the name of the document. */
const usualCopyNames: Readonly<Record<Language, string>> = {
  en: '{date} {name} signed',
  de: '{date} {name} unterschrieben',
  fr: '{date} {name} signé',
  it: '{date} {name} firmato',
};
export const usualCopyName = usualCopyNames.en;

export const isUsualCopyName = (pattern: string): boolean => Object.values(usualCopyNames).includes(pattern);

/** Returns the pattern that counts. `own`: the one that a person or a policy chose. */
export const copyPatternOf = (own: string | null, language: Language): string => own ?? usualCopyNames[language];

/** The parts of a pattern. Other text stays as it is. Before a slash stands a folder, without a document's parts. */
export const copyNameParts = ['date', 'name', 'people', 'profile', 'id'] as const;

/** Finds the fault for which no copy can be named by a pattern. Null: there is none. */
export function copyNameFault(pattern: string): { readonly kind: 'empty' | 'unknown'; readonly part: string } | null {
  const known: readonly string[] = copyNameParts;
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(([, part = '']) => !known.includes(part));
  if (unknown !== undefined) return { kind: 'unknown', part: unknown[0] };
  return pattern.slice(pattern.indexOf('/') + 1).trim() === '' ? { kind: 'empty', part: '' } : null;
}

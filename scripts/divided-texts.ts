import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * What the list and the sheet say, and the notices that a first view often has. All other texts come with the screen or the
 * problem that needs them.
 */
export const firstTexts: readonly string[] = [
  'app',
  'check',
  'connect',
  'copy.missing',
  'copy.savedAt',
  'copy.showLost',
  'details.comment',
  'details.eidas',
  'details.loading',
  'details.ownWords',
  'details.serviceSays',
  'details.zertes',
  'diagnosis.run',
  'documentStatus',
  'documents',
  'due',
  'mode',
  'nav',
  'notices',
  'outbox',
  'preview',
  'problem.retry',
  'problem.signed-out',
  'problem.unknown',
  'row',
  'send',
  'settings.signInAgain',
  'signStatus',
  'signeeStatus',
  'signees',
  'submission',
];

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function textsOfPart(texts: Texts, isFirst: boolean): Texts {
  const divided = Object.entries(texts).map(([section, own]) => {
    const isWhole = firstTexts.includes(section);
    const found = Object.entries(own).filter(
      ([name]) => (isWhole || firstTexts.includes(`${section}.${name}`)) === isFirst,
    );
    return [section, Object.fromEntries(found)] as const;
  });
  return Object.fromEntries(divided.filter(([, own]) => Object.keys(own).length > 0));
}

/** Divides the file of a language into two: `en.json?first` and `en.json?later`. */
export function dividedTexts(): Plugin {
  const file = /^(.*\/assets\/locales\/[a-z]{2}\.json)\?(first|later)$/;
  return {
    name: 'divided-texts',
    // Before Vite reads the whole file as JSON.
    enforce: 'pre',
    load(id) {
      const [, path, part] = file.exec(id) ?? [];
      if (path === undefined) return null;
      const texts: Texts = JSON.parse(readFileSync(path, 'utf8'));
      const text = JSON.stringify(textsOfPart(texts, part === 'first'));
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * What the list and the sheet say, and the notices that a first view often has. All other texts come with the screen or the
 * problem that needs them.
 */
export const firstTexts: readonly string[] = [
  'app',
  'check',
  'connect.cancel',
  'copy.missing',
  'copy.savedAt',
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

/** Texts of those sections that only the details, a question, a form or a rare remark says: they come with it. */
export const laterTexts: readonly string[] = [
  'preview.certificate',
  'preview.damaged',
  'preview.encrypted',
  'preview.failed',
  'preview.pageFailed',
  'preview.places',
  'preview.unreadable',
  'send.addPeople',
  'send.asksMore',
  'send.blankFields_one',
  'send.blankFields_other',
  'send.differSave',
  'send.differTitle',
  'send.earlier',
  'send.extraProblem',
  'send.fieldsFound_one',
  'send.fieldsFound_other',
  'send.join',
  'send.noFields',
  'send.observers_one',
  'send.observers_other',
  'send.peopleAdded_one',
  'send.peopleAdded_other',
  'send.profileName',
  'send.profileNameMissing',
  'send.remarkText',
  'send.replaceText',
  'send.saveProfileText',
  'send.saveProfileTitle',
  'send.useMode',
  'signees.problem',
  'submission.accepted',
  'submission.account',
  'submission.ask',
  'submission.askText',
  'submission.candidate',
  'submission.candidateBegun',
  'submission.candidateProven',
  'submission.candidates',
  'submission.confirm',
  'submission.deleteOrphan',
  'submission.doNotSendAgain',
  'submission.effect',
  'submission.facts',
  'submission.fromFolder',
  'submission.noneOfThese',
  'submission.nothingToDo',
  'submission.origin',
  'submission.orphansText',
  'submission.size',
  'submission.updateTitle',
];

type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const isOfFirst = (isWhole: boolean, key: string) => (isWhole ? !laterTexts.includes(key) : firstTexts.includes(key));

export function textsOfPart(texts: Texts, isFirst: boolean): Texts {
  const divided = Object.entries(texts).map(([section, own]) => {
    const isWhole = firstTexts.includes(section);
    const found = Object.entries(own).filter(([name]) => isOfFirst(isWhole, `${section}.${name}`) === isFirst);
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

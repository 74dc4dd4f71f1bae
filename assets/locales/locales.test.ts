import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../preload/contract/language.ts';
import { problemKeys } from '../../preload/contract/problem.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };

/** Names and words that are the same in both languages. Anything else that equals the English was forgotten. */
const sameAsEnglish = {
  de: [
    'app.labelled',
    'app.test',
    'bulk.column.signee',
    'bulk.column.state',
    'connection.name',
    'connection.test',
    'details.eidas',
    'details.order',
    'details.status',
    'diagnosis.done',
    'diagnosis.proxy',
    'diagnosis.tcp',
    'documents.filter',
    'documents.filterBy.person',
    'documents.filterBy.status',
    'documents.sortBy.name',
    'history.personEnd.done',
    'month.person',
    'network.proxy',
    'people.name',
    'problem.details',
    'row.signedOf',
    'send.join.sum',
    'settings.version',
    'shortcuts.keys.enter',
    'signees.name',
    'submission.offline',
    'updates.title',
    'verdict.kind.person',
    'verdict.kind.pseudonym',
  ],
  fr: [
    'app.test',
    'bulk.signature',
    'connect.step1',
    'connection.production',
    'connection.test',
    'details.identified',
    'details.mode',
    'details.order',
    'diagnosis.done',
    'diagnosis.proxy',
    'documents.count_many',
    'documents.count_one',
    'documents.count_other',
    'documents.filterBy.signing',
    'documents.title',
    'help.licences',
    'keys.bits',
    'menu.services',
    'mode.timestamp',
    'nav.documents',
    'nav.waiting',
    'network.proxy',
    'preview.page',
    'preview.pages',
    'row.signedOf',
    'selection.recipient_many',
    'selection.recipient_one',
    'selection.recipient_other',
    'send.join.sum',
    'settings.current',
    'settings.page.notifications',
    'settings.version',
    'shortcuts.group.documents',
    'signatures.onPage',
    'signees.suggestions',
    'submission.candidateBegun',
    'submission.commands',
    'waiting.document',
  ],
  it: [
    'app.labelled',
    'app.test',
    'bulk.column.file',
    'connection.test',
    'copy.rescueTitle',
    'details.order',
    'diagnosis.done',
    'diagnosis.proxy',
    'diagnosis.tcp',
    'history.personEnd.done',
    'menu.file',
    'network.proxy',
    'row.signedOf',
    'send.fileCount_one',
    'send.join.sum',
    'settings.version',
    'submission.account',
    'submission.offline',
  ],
} as const satisfies Record<Exclude<Language, 'en'>, readonly string[]>;

/** Never translated: people compare these with files, commands and addresses, letter by letter. */
const fixedWords = [
  'Countersign',
  '/api/v1',
  'https://',
  '.countersign-connection.json',
  '--connection FILE',
  '(kid)',
  'gnome-keyring',
  'LICENSES.chromium.html',
];

const plural = /_(?:zero|one|two|few|many|other)$/;
const narrowSpace = '\u202F';

type Texts = ReadonlyMap<string, string>;

/** Every text by its full key, `problem.proxy.what`. */
function flatten(tree: object, path: readonly string[] = []): readonly (readonly [string, string])[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
    const here = [...path, name];
    if (typeof value === 'string') return [[here.join('.'), value] as const];
    if (typeof value === 'object' && value !== null) return flatten(value, here);
    throw new TypeError(`${here.join('.')} is neither a text nor a group of texts`);
  });
}

const texts: Readonly<Record<Language, Texts>> = {
  en: new Map(flatten(en)),
  de: new Map(flatten(de)),
  fr: new Map(flatten(fr)),
  it: new Map(flatten(it)),
};

/** The keys a language needs: those of the English, with its own plural forms. */
function neededKeys(language: Language): ReadonlySet<string> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return new Set(
    [...texts.en.keys()].flatMap((key) =>
      plural.test(key) ? forms.map((form) => key.replace(plural, `_${form}`)) : [key],
    ),
  );
}

/** A form that English does not have is held against its general one. */
const englishOf = (key: string) => texts.en.get(key) ?? texts.en.get(key.replace(plural, '_other')) ?? '';

const placeholdersOf = (text: string) => [...text.matchAll(/\{\{.*?\}\}/g)].map(([found]) => found).toSorted();

const offending = (language: Language, isWrong: (text: string, key: string) => boolean) =>
  [...texts[language]].filter(([key, text]) => isWrong(text, key)).map(([key, text]) => `${key}: ${text}`);

describe.each(languages)('the texts in %s', (language) => {
  test('have the keys of the English and the plural forms of the language', () => {
    expect([...texts[language].keys()].toSorted()).toEqual([...neededKeys(language)].toSorted());
  });

  test('have the placeholders of the English', () => {
    const found = [...texts[language]].map(([key, text]) => [key, placeholdersOf(text)]);
    expect(found).toEqual([...texts[language].keys()].map((key) => [key, placeholdersOf(englishOf(key))]));
  });

  test('are not empty and have no stray spaces', () => {
    expect(offending(language, (text) => text === '' || text !== text.trim() || /\s\s/.test(text))).toEqual([]);
  });

  test('leave the fixed words as they are', () => {
    const lost = (text: string, key: string) =>
      fixedWords.some((word) => englishOf(key).includes(word) && !text.includes(word));
    expect(offending(language, lost)).toEqual([]);
  });

  test('say for each problem what happened, what it means, what to do, and nothing else', () => {
    const told = [...texts[language].keys()].filter((key) => /^problem\.[^.]+\./.test(key));
    const needed = problemKeys.flatMap((key) => ['what', 'means', 'do'].map((part) => `problem.${key}.${part}`));
    expect(told.toSorted()).toEqual(needed.toSorted());
  });
});

describe.each(['de', 'fr', 'it'] as const)('the translation to %s', (language) => {
  test('repeats the English only where the list says so', () => {
    const repeated = [...texts[language]].filter(([key, text]) => text === englishOf(key)).map(([key]) => key);
    expect(repeated.toSorted()).toEqual([...sameAsEnglish[language]]);
  });

  test('uses «…» and ’ only', () => {
    expect(offending(language, (text) => /["'`´‘“”„‹›]/.test(text))).toEqual([]);
  });
});

test('German is written with ß; Swiss spelling comes later', () => {
  const swiss = /\b(?:gross|ausser|äusser|heiss|weiss|gemäss|massnahm|strass|gruss)|grösse|schliess|liess(?:en)?\b/i;
  expect(offending('de', (text) => swiss.test(text))).toEqual([]);
});

test('French has a narrow space that does not break before ; : ? ! and inside « »', () => {
  const wrong = new RegExp(`[^${narrowSpace}](?:[;?!»]|:(?!//))|«[^${narrowSpace}]|[ \u00A0]${narrowSpace}`, 'u');
  // What is inserted is formatted elsewhere.
  const read = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, 'x');
  expect(offending('fr', (text) => wrong.test(read(text)))).toEqual([]);
});

test.each([
  ['en', /nothing (?:else )?is lost/i],
  ['de', /(?:nichts ist|ist nichts) verloren/i],
  ['fr', /rien (?:d’autre )?n’est perdu/i],
  ['it', /(?:nulla|nient’altro) è andato perso/i],
] as const)('no text in %s promises that nothing is lost', (language, promise) => {
  expect(offending(language, (text) => promise.test(text))).toEqual([]);
});

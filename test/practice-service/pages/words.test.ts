import { expect, test } from 'vitest';
import { wordsOf } from '../../../main/practice-service/pages/words.ts';

const languages = ['en', 'de', 'fr', 'it'] as const;

/** Everything that the pages say in a language, with sample names. */
function said(language: (typeof languages)[number]): Readonly<Record<string, string>> {
  const { subject, ...others } = wordsOf({ pages: 'all', language }).words;
  const entries = [...Object.entries(others), ...Object.entries(subject)];
  return Object.fromEntries(
    entries.map(([name, one]) => [name, typeof one === 'string' ? one : one('anna@example.test', 'Lease.pdf')]),
  );
}

test.each(['de', 'fr', 'it'] as const)('the pages say everything in %s', (language) => {
  const own = said(language);
  for (const [name, text] of Object.entries(said('en')))
    if (name !== 'mails') expect([name, own[name]]).not.toEqual([name, text]);
});

test('what is said of a person or a document names them', () => {
  for (const language of languages) {
    const { to, open, you, asks, invitation, signed } = said(language);
    for (const text of [to, open, you, asks, invitation]) expect(text).toContain('anna@example.test');
    expect(invitation).toContain('Lease.pdf');
    expect(signed).toBeDefined();
  }
});

test('a page of the app stands alone, with its language', () => {
  expect(wordsOf({ pages: 'signees', language: 'fr' }).alone).toMatchObject({ language: 'fr' });
  expect(wordsOf({ pages: 'all', language: 'fr' }).alone).toBeNull();
});

import { expect, test } from 'vitest';
import { languages } from '../../preload/contract/language.ts';
import { ownerMatters } from '../../preload/contract/owner-matters.ts';
import { fakeDesktop } from '../testing/fake-desktop.ts';
import { LONGEST_ADDRESS, mailtoAddress } from '../words/mailto.ts';
import { createTexts } from '../words/texts.ts';
import { createLetters, letterToIt, letterToOwner } from './letters.ts';

const texts = createTexts();

test.each(languages)('the letter names the file, its description and the addresses, and fits (%s)', (language) => {
  const letter = letterToIt(texts.in(language), '0.1.0');
  for (const said of [
    'Countersign 0.1.0',
    '*.countersign-connection.json',
    'docs/connection.md',
    'docs/admin.md',
    '(base, auth, admin, identity)',
  ])
    expect(letter.body).toContain(said);
  expect(letter.subject).toContain('Countersign');
  expect(mailtoAddress(letter)).toMatch(/^mailto:\?subject=/);
  expect(mailtoAddress(letter).length).toBeLessThanOrEqual(LONGEST_ADDRESS);
});

test.each(languages)('the letter to the owner says which limit or right it is about (%s)', (language) => {
  const t = texts.in(language);
  const bodies = ownerMatters.map((about) => letterToOwner(t, about).body);
  expect(new Set(bodies).size).toBe(ownerMatters.length);
  for (const body of bodies) expect(body).toContain('Countersign');
});

test('without a mail program it says so, and the text can be copied', async () => {
  const opened: string[] = [];
  const copied: string[] = [];
  let hasProgram = true;
  const desktop = fakeDesktop({
    openMail: async (address) => (opened.push(address), hasProgram),
    copyText: async (text) => void copied.push(text),
  });
  const { toIt: write } = createLetters({ desktop, texts: () => texts.in('en'), version: '0.1.0' });
  expect(await write('mail')).toEqual({ ok: true });
  hasProgram = false;
  expect(await write('mail')).toMatchObject({ ok: false, problem: { key: 'mail-not-opened' } });
  expect([opened.length, copied.length]).toEqual([2, 0]);
  expect(await write('copy')).toEqual({ ok: true });
  expect(copied[0]).toContain('docs/connection.md');
});

import { expect, test } from 'vitest';
import { createTexts } from '../words/texts.ts';
import { waitingPage } from './waiting-page.ts';

test('says in the language of the system what the app waits for, and takes a name for text only', () => {
  const t = createTexts().in('de-CH');
  const page = waitingPage(t, 'de-CH', { key: 'journal-elsewhere', params: { computer: '<img src=x>"PC"' } });
  expect(page).toContain('<html lang="de-CH">');
  expect(page).toContain('Countersign ist auf &#60;img src=x&#62;&#34;PC&#34; mit denselben Daten geöffnet.');
  expect(page).not.toContain('<img');
});

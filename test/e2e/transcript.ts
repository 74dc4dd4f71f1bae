import { expect } from 'vitest';
import type { App } from './app-handle.ts';
import { t } from './texts.ts';
import { listen, said } from './voice.ts';

/** What differs from run to run, and what stands for it. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\b\d{1,2}:\d\d\b/g, '12:00'],
  [/\bservice-[0-9a-f]{6,}\b/g, 'service-1'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:8443'],
  [/"?\/[^"\n]*\/Documents\/Countersign/g, '~/Documents/Countersign'],
  [/\/[^"\s]*\/countersign-e2e-\w+/g, '~'],
  [/\b\d{1,2} [A-Z][a-z]{2} 20\d\d\b/g, '1 Jan 2026'],
  [/\b20\d\d-\d\d-\d\d\b/g, '2026-01-01'],
  [/\b\d{1,2} (?:seconds?|secs?)\b/g, '10 seconds'],
  [/\b\d{1,3}\s?%/g, '50%'],
  [/\b\d{1,2} minutes?\b/g, '1 minute'],
  [/\b\d{1,2} mins?\b/g, '1 min'],
];

const steady = (text: string): string => varying.reduce((now, [what, by]) => now.replaceAll(what, by), text);

/** A scene as a screen reader tells it. `npm run e2e -- transcripts -u` writes the files anew: read them aloud then. */
export async function createTranscript(app: App) {
  const parts: string[] = [];
  let heard = 0;
  await listen(app);
  return {
    /** What is found in a part of the window, in reading order: roles, names, descriptions and states. */
    async read(title: string, part = 'body'): Promise<void> {
      parts.push(`# ${title}\n${steady(await app.page.locator(part).first().ariaSnapshot())}`);
    },
    /** What was said unasked since the last time, each sentence once. */
    async hear(title: string): Promise<void> {
      const all = await said(app);
      // Whether a form has to say that it works is for the computer to decide.
      const own = all.slice(heard).filter(({ text }) => text !== t('personOrder.working'));
      const texts = new Set(own.map(({ text, loud }) => steady(`${loud ? '! ' : ''}${text}`)));
      heard = all.length;
      parts.push(`# ${title}: said unasked\n${texts.size === 0 ? '(nothing)' : [...texts].join('\n')}`);
    },
    /** What a screen reader says of the thing that has the focus. */
    async focus(title: string): Promise<void> {
      const name = await app.page.evaluate(() => {
        const at = document.activeElement;
        const described = (at?.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '');
        const label = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
        return [at?.getAttribute('role') ?? at?.tagName.toLowerCase(), label, ...described].filter(Boolean).join(': ');
      });
      parts.push(`# ${title}: focus\n${steady(name)}`);
    },
    async expectAs(file: string): Promise<void> {
      await expect(`${parts.join('\n\n')}\n`).toMatchFileSnapshot(`transcripts/${file}.txt`);
      expect(app.problems()).toEqual([]);
    },
  };
}

import type { Problem } from '../../preload/contract/problem.ts';
import type { systemTexts } from './system-texts.ts';

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);

/** Writes the page that says why the app waits for its data. It needs nothing of the app, which has not started yet. */
export function waitingPage(t: ReturnType<typeof systemTexts>, locale: string, { key, params }: Problem): string {
  const sentence = (part: 'what' | 'means' | 'do') => escaped(t(`problem.${key}.${part}`, params));
  return `<!doctype html>
<html lang="${escaped(locale)}">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>Countersign</title>
    <style nonce="%NONCE%">
      body { display: grid; place-items: center; min-height: 100vh; margin: 0; font: 16px/1.5 system-ui, sans-serif; }
      main { max-width: 34rem; padding: 2rem; }
      h1 { font-size: 1.25rem; }
    </style>
  </head>
  <body>
    <main role="status">
      <h1>${sentence('what')}</h1>
      <p>${sentence('means')}</p>
      <p>${sentence('do')}</p>
    </main>
  </body>
</html>
`;
}

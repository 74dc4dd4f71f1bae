import { app } from 'electron';
import { chooseLanguage, localeOf } from '../words/language.ts';
import { createTexts } from '../words/texts.ts';

function preferredLanguages(): readonly string[] {
  try {
    return app.getPreferredSystemLanguages();
  } catch {
    // English is better than no sentence.
    return [];
  }
}

/** Returns the locale of the system, which counts before the settings are read. */
export function systemLocale(): string {
  const preferred = preferredLanguages();
  return localeOf(chooseLanguage('system', preferred), preferred);
}

export function systemTexts(): ReturnType<ReturnType<typeof createTexts>['in']> {
  return createTexts().in(systemLocale());
}

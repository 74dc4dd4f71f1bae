import { app } from 'electron';
import { chooseLanguage, localeOf } from '../language.ts';
import { createTexts } from '../texts.ts';

function preferredLanguages(): readonly string[] {
  try {
    return app.getPreferredSystemLanguages();
  } catch {
    // English is better than no sentence.
    return [];
  }
}

/** The texts in the language of the system, before the settings are read. */
export function systemTexts(): ReturnType<ReturnType<typeof createTexts>['in']> {
  const preferred = preferredLanguages();
  return createTexts().in(localeOf(chooseLanguage('system', preferred), preferred));
}

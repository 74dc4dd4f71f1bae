import { type Language, languages } from '../preload/contract/language.ts';

/** The first language of the system that the app speaks; English where it speaks none. */
export function chooseLanguage(choice: Language | 'system', preferred: readonly string[]): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const found = languages.find((language) => tag.toLowerCase().split(/[-_]/)[0] === language);
    if (found) return found;
  }
  return 'en';
}

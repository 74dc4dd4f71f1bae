/** The languages of the app. This file imports no schema library, so that the window can use it. */
export const languages = ['en', 'de', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

/** Swiss German has no ß. This changes the texts before names are filled in: Herr Weiß keeps his. */
export const inSpellingOf = (locale: string, texts: object): unknown =>
  /^de-(?:CH|LI)$/i.test(locale) ? JSON.parse(JSON.stringify(texts).replaceAll('ß', 'ss')) : texts;

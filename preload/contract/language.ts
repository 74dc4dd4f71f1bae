/** The languages of the app. This file imports no schema library, so that the window can use it. */
export const languages = ['en', 'de', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

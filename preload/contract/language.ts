/** The languages Countersign speaks. Free of the schema library, so that the window can read it. */
export const languages = ['en', 'de', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

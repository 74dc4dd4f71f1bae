const words = ['Vertrag', 'Offerte', 'Müller', 'Kündigung', 'Société', 'Łódź', 'Règlement', 'Auftrag', 'Garantie'];

export const word = (at: number, every: number): string => words[Math.floor(at / every) % words.length] ?? '';

/** What a row of a submission says. */
export const textsOf = (at: number) => ({
  name: `${word(at, 1)} ${at}.pdf`,
  comment: `${word(at, 7)} ${word(at, 3)}`,
  people: `person${at % 997}@example.ch`,
});

/** A text as a search looks into it: without accents and case. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** So many rows for a plain list, each with the words that a search looks into. */
export const rowTexts = (count: number) =>
  Array.from({ length: count }, (_none, at) => {
    const texts = textsOf(at);
    return { ...texts, words: plainText(Object.values(texts).join(' ')) };
  });

/** The texts in fields for people, by their place. A field that was out of sight for a while comes back with its text. */
const texts = new Map<string, string>();

export const typedIn = (place: string | undefined): string => (place === undefined ? '' : (texts.get(place) ?? ''));

export function keepTyped(place: string | undefined, text: string): void {
  if (place === undefined) return;
  if (text === '') texts.delete(place);
  else texts.set(place, text);
}

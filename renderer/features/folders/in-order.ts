/** Sorts as people count: file 9 before file 10. */
export function inOrder<T>(things: readonly T[], nameOf: (thing: T) => string, locale: string): readonly T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return things.toSorted((one, other) => compare(nameOf(one), nameOf(other)));
}

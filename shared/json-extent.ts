interface Extent {
  readonly deepest: number;
  readonly mostCommas: number;
}

/**
 * Tells whether a text holds more than any honest one. JSON.parse takes long and much memory for thousands of names, so
 * look before it parses.
 */
export function isBeyond(text: string, { deepest, mostCommas }: Extent): boolean {
  let depth = 0;
  let commas = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= deepest && commas <= mostCommas; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += sign === '\\' ? 1 : 0;
    else if (sign === ',') commas += 1;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > deepest || commas > mostCommas;
}

/** The deepest level. Deeper values only serve to exhaust a reader. */
const deepest = 20;

/** Tells whether a JSON value is nested too deeply, or longer as text than `longest`. */
export function isTooMuch(value: unknown, longest: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    // Check the depth first: JSON.stringify fails for 100,000 levels.
    if (depth > deepest) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return (JSON.stringify(value) ?? '').length > longest;
}

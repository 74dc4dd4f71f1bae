interface Extent {
  readonly deepest: number;
  readonly mostCommas: number;
}

/**
 * Whether a text holds more than any honest one. JSON.parse takes long and much memory for thousands of names, so look
 * before it parses.
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

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Returns undefined for text that is not JSON. We drop the exception: it quotes the text, which may hold a secret. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

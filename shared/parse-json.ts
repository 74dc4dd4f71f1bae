export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Reads JSON text, undefined for any other text. The exception of JSON.parse would quote the text, which may hold a secret. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

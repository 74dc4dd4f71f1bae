/** Returns the system's code of an error, such as `ENOENT` or `ECONNRESET`. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
}

/** Returns what an error says about itself. */
export const detailsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

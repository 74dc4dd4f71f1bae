/** What the system calls it: `ENOENT`, `ECONNRESET`. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
}

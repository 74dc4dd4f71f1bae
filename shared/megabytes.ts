const MEGABYTE = 1024 * 1024;

/** Returns a size and the limit it exceeds, in megabytes. Rounds up, so that the size never looks like the limit. */
export const sizeAgainst = (bytes: number, limit: number): { readonly size: number; readonly limit: number } => ({
  size: Math.ceil((bytes / MEGABYTE) * 10) / 10,
  limit: limit / MEGABYTE,
});

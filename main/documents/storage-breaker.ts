/** The failures in a row of one host after which the next download would most likely only cost another timeout. */
const MOST_FAILURES = 3;

const hostOf = (url: string | null): string => URL.parse(url ?? '')?.host ?? '';

/** Counts the failures of a storage within one run. */
export function createStorageBreaker() {
  let host = '';
  let failures = 0;
  return {
    works(): void {
      failures = 0;
    },
    /** Counts a failure. Returns true if the storage fails so often that the run should end. */
    fails(url: string | null): boolean {
      failures = hostOf(url) === host ? failures + 1 : 1;
      host = hostOf(url);
      return failures >= MOST_FAILURES;
    },
  };
}

export type StorageBreaker = ReturnType<typeof createStorageBreaker>;

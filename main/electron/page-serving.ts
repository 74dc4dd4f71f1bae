/** Chooses the page of the window: none yet, the page that says why the app waits, or the app's own. */
export function createPageServing() {
  const first = Promise.withResolvers<void>();
  let waiting: string | null = null;
  return {
    /** The promise that a page can be served. */
    first: first.promise,
    /** Returns the page to serve instead of the app's own, or null. */
    waitingPage: (): string | null => waiting,
    /** Serves this page from now on. True: the window has another one and has to be loaded again. */
    wait(page: string): boolean {
      const hadAnother = waiting !== null;
      waiting = page;
      first.resolve();
      return hadAnother;
    },
    /**
     * Notes that the calls of the page have their handlers. Returns true if the window has another page and must be
     * reloaded.
     */
    begin(): boolean {
      const hadAnother = waiting !== null;
      waiting = null;
      first.resolve();
      return hadAnother;
    },
  };
}

export type PageServing = ReturnType<typeof createPageServing>;

/** Chooses the page of the window: none yet, the page that says why the app waits, or the app's own. */
export function createPageServing() {
  const first = Promise.withResolvers<void>();
  let waiting: string | null = null;
  return {
    /** There is something to serve. */
    first: first.promise,
    /** The page to serve instead of the app's own. Null: the app's own. */
    waitingPage: (): string | null => waiting,
    /** Serves this page from now on. True: the window has another one and has to be loaded again. */
    wait(page: string): boolean {
      const hadAnother = waiting !== null;
      waiting = page;
      first.resolve();
      return hadAnother;
    },
    /** The calls of the page have their handlers. True: the window has another page and has to be loaded again. */
    begin(): boolean {
      const hadAnother = waiting !== null;
      waiting = null;
      first.resolve();
      return hadAnother;
    },
  };
}

export type PageServing = ReturnType<typeof createPageServing>;

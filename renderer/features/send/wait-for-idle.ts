/** Number of reads that the preview waits for. Background work waits for them and for an idle window. */
let reading = 0;
const isReading = () => reading > 0;

/** Counts a read of the preview, so that background work waits for it. */
export async function waitedFor<T>(read: Promise<T>): Promise<T> {
  reading += 1;
  try {
    return await read;
  } finally {
    reading -= 1;
  }
}

const longestMs = 1_000;

/** Resolves when the window is idle, at the latest after a second. Tests without a window do not wait. */
const idle = (): Promise<void> =>
  typeof requestIdleCallback === 'function'
    ? new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: longestMs }))
    : new Promise((resolve) => queueMicrotask(resolve));

export async function whenIdle(): Promise<void> {
  do {
    // oxlint-disable-next-line no-await-in-loop -- looked at again each time there is nothing else to do
    await idle();
  } while (isReading());
}

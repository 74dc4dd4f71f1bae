/** Work nobody waits for begins when the preview asks for nothing more and the window has nothing to draw. */
let reading = 0;
const isReading = () => reading > 0;

/** While this is under way, the preview is waited for. */
export async function waitedFor<T>(read: Promise<T>): Promise<T> {
  reading += 1;
  try {
    return await read;
  } finally {
    reading -= 1;
  }
}

const longestMs = 1_000;

/** A window that is never idle is no reason to leave work undone. Outside of a window there is nothing to wait for. */
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

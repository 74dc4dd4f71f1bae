import type { Page } from 'playwright-core';

/** Runs in the page. A time ends after the frame that shows what is wanted: by its name, the selector of it. */
function watch([event, selectors]: [event: string, selectors: Record<string, string>]): void {
  const marks: Record<string, number> = {};
  Object.assign(window, { marks });
  window.addEventListener(
    event,
    () => {
      const began = performance.now();
      for (const [name, selector] of Object.entries(selectors)) {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else
            requestAnimationFrame(() =>
              setTimeout(() => {
                marks[name] = performance.now() - began;
              }),
            );
        };
        look();
      }
    },
    { capture: true, once: true },
  );
}

/** Milliseconds from an event, which `cause` brings about, until each of these is on the screen. */
export async function timesUntilDrawn(
  page: Page,
  event: string,
  selectors: Readonly<Record<string, string>>,
  cause: () => Promise<unknown>,
): Promise<(name: string) => number> {
  await page.evaluate(watch, [event, { ...selectors }] satisfies Parameters<typeof watch>[0]);
  await cause();
  const marks = await page.waitForFunction((names) => {
    const found: unknown = Reflect.get(window, 'marks');
    if (typeof found !== 'object' || found === null) return null;
    const times = Object.fromEntries(names.map((name) => [name, Number(Reflect.get(found, name))]));
    return Object.values(times).every((time) => time > 0) ? times : null;
  }, Object.keys(selectors));
  const times: Record<string, number> | null = await marks.jsonValue();
  return (name) => times?.[name] ?? Number.NaN;
}

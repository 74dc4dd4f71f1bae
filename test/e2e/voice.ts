import { z } from 'zod';
import type { App } from './app-handle.ts';

/** What a screen reader would say unasked: each change of a live region, as soon as it is there. */
export interface Said {
  /** Since listening began. */
  readonly ms: number;
  readonly loud: boolean;
  readonly text: string;
}

const transcript = z.array(z.object({ ms: z.number(), loud: z.boolean(), text: z.string() }));

/** From now on. Stricter than a screen reader, which leaves out what the next sentence has overtaken. */
export async function listen({ page }: App): Promise<void> {
  await page.evaluate(() => {
    const live = '[aria-live], [role="status"], [role="alert"], [role="log"], output';
    const told: { ms: number; loud: boolean; text: string }[] = [];
    const last = new WeakMap<Element, string>();
    const started = performance.now();
    const isLoud = (region: Element) =>
      (region.getAttribute('aria-live') ?? (region.getAttribute('role') === 'alert' ? 'assertive' : 'polite')) ===
      'assertive';
    const heard = (region: Element) =>
      region.isConnected &&
      region.getAttribute('aria-live') !== 'off' &&
      region.checkVisibility() &&
      !region.closest('[aria-hidden="true"], [inert]');
    // One with a role is read as a whole, the others as far as they changed.
    const whole = (region: Element) => region.matches('output, [role="status"], [role="alert"], [aria-atomic="true"]');
    const words = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
    for (const region of document.querySelectorAll(live)) last.set(region, words(region.textContent));
    new MutationObserver((changes) => {
      const changed = new Map<Element, string[]>();
      const note = (region: Element, text: string) => changed.set(region, [...(changed.get(region) ?? []), text]);
      for (const { target, addedNodes } of changes) {
        const at = target instanceof Element ? target : target.parentElement;
        const region = at?.closest(live);
        if (region && at)
          for (const text of addedNodes.length > 0 ? addedNodes : [at]) note(region, words(text.textContent));
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const inner of [node, ...node.querySelectorAll(live)])
              if (inner.matches(live)) note(inner, words(inner.textContent));
      }
      for (const [region, parts] of changed) {
        if (!heard(region)) continue;
        const now = words(region.textContent);
        const text = whole(region) ? now : parts.join(' ');
        const before = last.get(region) ?? '';
        last.set(region, now);
        if (text !== '' && now !== before)
          told.push({ ms: Math.round(performance.now() - started), loud: isLoud(region), text });
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { countersignVoice: told });
  });
}

export async function said({ page }: App): Promise<readonly Said[]> {
  return transcript.parse(await page.evaluate(() => Reflect.get(window, 'countersignVoice')));
}

export const asLines = (all: readonly Said[]): string =>
  all.map(({ ms, loud, text }) => `${(ms / 1000).toFixed(1)} s ${loud ? 'loud ' : ''}${text}`).join('\n');

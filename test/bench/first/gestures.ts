import type { Locator, Page } from 'playwright-core';
import type { App } from '../../e2e/app-handle.ts';

/** A hand that counts what it does: each click, key combination, paste, drop, choice and typed field is one gesture. */
export function createHand() {
  const done: string[] = [];
  return {
    done,
    async click(target: Locator): Promise<void> {
      done.push('click');
      await target.click();
    },
    async press(page: Page, keys: string): Promise<void> {
      done.push(keys);
      await page.keyboard.press(keys);
    },
    /** Types where the keyboard is. */
    async type(page: Page, text: string): Promise<void> {
      done.push('type');
      await page.keyboard.type(text);
    },
    /** Pastes where the keyboard is. */
    async paste(page: Page, text: string): Promise<void> {
      done.push('paste');
      await page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData('text/plain', pasted);
        const at = document.activeElement ?? document.body;
        at.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, text);
    },
    async drop(app: App, files: readonly string[]): Promise<void> {
      done.push('drop');
      await app.drop({ x: 600, y: 400 }, files);
    },
    async choose(select: Locator, label: string): Promise<void> {
      done.push('choose');
      await select.selectOption({ label });
    },
  };
}

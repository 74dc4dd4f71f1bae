import type { PageTarget } from './page-target.ts';

/*
 * Files with a path, as a person's hand brings them. Playwright's own ways send bytes, and such a file has no path.
 */

export async function dropFiles(
  { cdp }: PageTarget,
  { x, y }: { readonly x: number; readonly y: number },
  files: readonly string[],
): Promise<void> {
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x, y, data });
}

async function objectFor({ cdp }: PageTarget, expression: string): Promise<string> {
  const { result } = await cdp.send('Runtime.evaluate', { expression });
  if (result.objectId === undefined) throw new Error(`Nothing in the page: ${expression}`);
  return result.objectId;
}

export async function chooseFiles(page: PageTarget, selector: string, files: readonly string[]): Promise<void> {
  const objectId = await objectFor(page, `document.querySelector(${JSON.stringify(selector)})`);
  await page.cdp.send('DOM.setFileInputFiles', { objectId, files: [...files] });
}

/** A file field outside of the document takes the files, and a paste event carries them to the focused element. */
export async function pasteFiles(page: PageTarget, files: readonly string[]): Promise<void> {
  const objectId = await objectFor(
    page,
    `Object.assign(document.createElement('input'), { type: 'file', multiple: true })`,
  );
  await page.cdp.send('DOM.setFileInputFiles', { objectId, files: [...files] });
  await page.cdp.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function () {
      const clipboardData = new DataTransfer();
      for (const file of this.files) clipboardData.items.add(file);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }`,
  });
}

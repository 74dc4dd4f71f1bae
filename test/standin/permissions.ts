import type { Chromium } from './chromium.ts';
import type { Schemes } from './schemes.ts';
import type { WebContents } from './web-contents.ts';
import { originOf } from './web-frame.ts';

/** Electron's name of a permission, and DevTools' name of the one in Chromium. */
const permissions = [
  ['media', 'camera'],
  ['media', 'microphone'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['idle-detection', 'idle-detection'],
  ['window-management', 'window-management'],
  ['storage-access', 'storage-access'],
] as const;

/**
 * DevTools cannot ask back when a page wants something, so the app's handlers are asked before a page opens and Chromium is
 * told the answers. An app without handlers has granted everything, as in Electron.
 */
export async function settlePermissions(
  chromium: Chromium,
  schemes: Schemes,
  contents: WebContents,
  url: string,
): Promise<void> {
  const origin = originOf(schemes.toPage(url));
  for (const [permission, name] of permissions) {
    const granted = await contents.session.permits(contents, permission, url, originOf(url));
    await chromium.cdp.browser.tell('Browser.setPermission', {
      permission: { name },
      setting: granted ? 'granted' : 'denied',
      origin,
    });
  }
}

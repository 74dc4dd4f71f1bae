import type { Chromium } from './chromium.ts';
import { preventable } from './event.ts';
import type { Log } from './log.ts';
import type { Schemes } from './schemes.ts';
import type { WebContents } from './web-contents.ts';

export interface DownloadsDeps {
  readonly chromium: Chromium;
  readonly schemes: Schemes;
  readonly log: Log;
  readonly contentsOf: (frameId: string) => WebContents | undefined;
}

/** Every download of a page is offered to the app's session as `will-download`, and ends there. */
export async function watchDownloads({ chromium, schemes, log, contentsOf }: DownloadsDeps): Promise<void> {
  const { browser } = chromium.cdp;
  browser.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
    const contents = contentsOf(frameId);
    const item = { getURL: () => schemes.fromPage(url), getFilename: () => suggestedFilename };
    const event = preventable({});
    contents?.session.emit('will-download', event, item, contents);
    if (!event.defaultPrevented) log.problem('unsupported', `a download that the app did not prevent: ${url}`);
    void browser.tell('Browser.cancelDownload', { guid });
  });
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: chromium.profile,
    eventsEnabled: true,
  });
}

import { EventEmitter } from 'node:events';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type Electron from 'electron';
import type { Chromium } from './chromium.ts';
import { preventable } from './event.ts';
import type { Log } from './log.ts';
import type { Schemes } from './schemes.ts';
import type { WebContents } from './web-contents.ts';

type State = ReturnType<Electron.DownloadItem['getState']>;

export class DownloadItem extends EventEmitter {
  readonly #url: string;
  readonly #filename: string;
  #savePath = '';
  #state: State = 'progressing';

  constructor(url: string, filename: string) {
    super();
    this.#url = url;
    this.#filename = filename;
  }

  getURL(): string {
    return this.#url;
  }

  getFilename(): string {
    return this.#filename;
  }

  getState(): State {
    return this.#state;
  }

  setSavePath(path: string): void {
    this.#savePath = path;
  }

  getSavePath(): string {
    return this.#savePath;
  }

  cancel(): void {
    this.end('cancelled');
  }

  end(state: State): void {
    if (this.#state !== 'progressing') return;
    this.#state = state;
    this.emit('done', preventable({}), state);
  }
}

export interface DownloadsDeps {
  readonly chromium: Chromium;
  readonly schemes: Schemes;
  readonly log: Log;
  readonly contentsOf: (frameId: string) => WebContents | undefined;
}

/** Every download of a page is offered to the app's session as `will-download`. */
export async function watchDownloads({ chromium, schemes, log, contentsOf }: DownloadsDeps): Promise<void> {
  const { browser } = chromium.cdp;
  const folder = join(chromium.profile, 'downloads');
  const items = new Map<string, DownloadItem>();

  browser.on('Browser.downloadWillBegin', ({ guid, url, suggestedFilename, frameId }) => {
    const contents = contentsOf(frameId);
    const item = new DownloadItem(schemes.fromPage(url), suggestedFilename);
    const event = preventable({});
    contents?.session.emit('will-download', event, item, contents);
    if (!event.defaultPrevented && item.getState() === 'progressing' && item.getSavePath() !== '') {
      items.set(guid, item);
      return;
    }
    if (!event.defaultPrevented && item.getState() === 'progressing')
      log.problem('unsupported', `a download that the app gave no place: ${url}`);
    item.cancel();
    void browser.tell('Browser.cancelDownload', { guid });
  });
  browser.on('Browser.downloadProgress', ({ guid, state }) => {
    const item = items.get(guid);
    if (!item || state === 'inProgress') return;
    items.delete(guid);
    const taken = join(folder, guid);
    if (state === 'completed') copyFileSync(taken, item.getSavePath());
    rmSync(taken, { force: true });
    item.end(state === 'completed' ? 'completed' : 'cancelled');
  });
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  });
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../e2e/app-handle.ts';
import { launchApp } from '../e2e/launch-app.ts';
import { connectionFileIn } from '../e2e/onboarding.ts';
import { ownHome } from '../own-home.ts';
import {
  type PracticeConnection,
  type PracticeService,
  startPracticeService,
} from '../practice-service/practice-service.ts';
import { type Recording, recordingIn } from './recording.ts';
import { startTokenTap } from './token-tap.ts';

/** The app with everything around it that a secret could get into, and a look at each. */
export interface WatchedApp extends AsyncDisposable {
  readonly app: App;
  readonly service: PracticeService;
  readonly recording: Recording;
  /** All that the app and its browser could write to: profile, temporary files and the person's own folder. */
  readonly home: string;
  /** The tokens that the service gave out. */
  readonly tokens: readonly string[];
  /** By keyboard: a text that a test hands to a script of the page would stay in the page by that alone. */
  type(field: string, text: string): Promise<void>;
  /** What the page's scripts can still reach, as the text of a heap snapshot. */
  heap(): Promise<string>;
}

export async function startWatchedApp(
  connectionOf: (service: PracticeService) => PracticeConnection,
): Promise<WatchedApp> {
  const outside = mkdtempSync(join(tmpdir(), 'countersign-outside-'));
  const home = mkdtempSync(join(tmpdir(), 'countersign-canaries-'));
  mkdirSync(join(home, 'tmp'));
  const service = await startPracticeService();
  const tap = await startTokenTap(service.url);
  const recording = recordingIn(outside);
  const app = await launchApp({
    main: recording.main,
    env: { ...recording.env, ...ownHome(home), TMPDIR: join(home, 'tmp') },
    home: join(home, 'app'),
    args: ['--connection', connectionFileIn(outside, tap.through(connectionOf(service)))],
    locale: 'en-GB',
  });
  const cdp = await app.page.context().newCDPSession(app.page);

  return {
    app,
    service,
    recording,
    home,
    tokens: tap.tokens,
    async type(field, text) {
      await app.page.getByRole('textbox', { name: field }).click();
      await app.page.keyboard.press('Control+A');
      await app.page.keyboard.insertText(text);
    },
    async heap() {
      const parts: string[] = [];
      const take = ({ chunk }: { chunk: string }) => void parts.push(chunk);
      await cdp.send('HeapProfiler.collectGarbage');
      cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
      await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
      return parts.join('');
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await tap[Symbol.asyncDispose]();
      await service.close();
      for (const folder of [home, outside]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { PracticeOptions } from '../../main/practice-service/options.ts';
import { onePage } from '../../main/practice-service/signatures/one-page.ts';
import {
  type PracticeConnection,
  type PracticeService,
  startPracticeService,
} from '../practice-service/practice-service.ts';
import type { App, LaunchOptions } from './app-handle.ts';
import { launchApp, takeLastScreen } from './launch-app.ts';
import { connect, connectionFileIn } from './onboarding.ts';

interface Start extends LaunchOptions {
  /** What stands in the connection file, which is of the stage's service if nothing is said; null is none at all. */
  readonly connection?: PracticeConnection | null;
}

/** What each test has for itself: a folder, a practice service, and the app between them. */
export interface Stage {
  readonly home: string;
  readonly service: PracticeService;
  /** Another service from here on. The one before is for the test to close. */
  serve(options: Partial<PracticeOptions>): Promise<void>;
  /** Started again, it is the same app with the same data. */
  launch(start?: Start): Promise<App>;
  /** Started, and past its first screens. */
  connected(): Promise<App>;
  /** Writes a file, with the folders it names, and tells its path. */
  put(name: string, content: Uint8Array | string): string;
  /** So many PDFs in a folder, each its own: a copy under another name would be the same document. */
  letters(count: number): { readonly folder: string; readonly paths: readonly string[] };
}

export const letter = (number: number) => `Letter ${String(number).padStart(3, '0')}.pdf`;
export const upTo = (count: number) => Array.from({ length: count }, (_none, index) => index + 1);

/**
 * The names of the fields of people: as the description lets us guess them, and as public clients use them. A story that
 * reads what people did runs with both: `test.each(shapes)`.
 */
export const shapes = ['objects', 'public'] as const;

/** Sets it before each test of the file, and clears it away after each. */
export function setStage(): Stage {
  let home: string;
  let service: PracticeService;
  const serve = async (options: Partial<PracticeOptions> = {}) => {
    service = await startPracticeService({ polling: '429-seconds', ...options });
  };
  const put = (name: string, content: Uint8Array | string) => {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  const launch = ({ connection = service.connection, ...options }: Start = {}) => {
    const args = connection === null ? [] : ['--connection', connectionFileIn(home, connection)];
    return launchApp({ home: join(home, 'app'), args, locale: 'en-GB', ...options });
  };
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'countersign-e2e-'));
    await serve();
  });
  afterEach(async ({ task }) => {
    const screen = takeLastScreen();
    if (task.result?.state === 'fail')
      process.stdout.write(`At the end of “${task.name}” the window said:\n${screen}\n`);
    await service.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    get home() {
      return home;
    },
    get service() {
      return service;
    },
    serve,
    put,
    launch,
    async connected() {
      await using begun = new AsyncDisposableStack();
      const app = begun.use(await launch());
      await connect(app, service);
      begun.move();
      return app;
    },
    letters(count) {
      const folder = join(home, 'letters');
      const paths: string[] = [];
      for (const name of upTo(count).map(letter)) paths.push(put(join('letters', name), onePage(name)));
      return { folder, paths };
    },
  };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../e2e/app-handle.ts';
import { launchApp } from '../../e2e/launch-app.ts';
import { connect, connectionFileIn } from '../../e2e/onboarding.ts';
import { type PracticeService, startPracticeService } from '../../practice-service/practice-service.ts';
import { samplePdf } from '../../practice-service/sample-pdf.ts';

export interface ConnectedApp extends AsyncDisposable {
  readonly app: App;
  readonly service: PracticeService;
  /** A PDF of its own with this name. */
  pdf(name: string): Promise<string>;
}

type User = ReturnType<PracticeService['people']['createServiceUser']>;

/** The app after its set-up, with what the account already has. */
export async function connectedApp(
  prepare: (service: PracticeService, user: User) => Promise<void> = () => Promise.resolve(),
): Promise<ConnectedApp> {
  await using begun = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'countersign-bench-first-'));
  begun.defer(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const service = await startPracticeService({ polling: '429-seconds' });
  begun.defer(() => service.close());
  const user = service.people.createServiceUser();
  await prepare(service, user);
  const args = ['--connection', connectionFileIn(home, service.connection)];
  const app = begun.use(await launchApp({ home: join(home, 'app'), args, locale: 'en-GB' }));
  await connect(app, service, user);
  const end = begun.move();
  return {
    app,
    service,
    async pdf(name) {
      const path = join(home, name);
      writeFileSync(path, await samplePdf({ title: name }));
      return path;
    },
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

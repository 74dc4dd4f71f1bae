import { setTimeout } from 'node:timers/promises';
import { app, dialog } from 'electron';
import { systemTexts } from './system-texts.ts';

/** The reason that no window opens. `no-answer`: something refused the lock, and no other Countersign answers. */
export type StartFailure =
  | { readonly kind: 'no-answer'; readonly folder: string }
  | { readonly kind: 'error'; readonly reason: string; readonly logFile: string };

/** An Electron that never becomes ready must end as well: it would keep the lock, and later starts would give way. */
const READY_AT_LATEST_MS = 10_000;

/** Tells a person that the app could not start, and ends it. */
export async function showStartFailure(failure: StartFailure): Promise<void> {
  const t = systemTexts();
  const text =
    failure.kind === 'error'
      ? `${failure.reason}\n\n${t('startFailed.error', { file: failure.logFile })}`
      : `${t('startFailed.noAnswer', { folder: failure.folder })}\n\n${t('startFailed.noAnswerDo')}`;
  // Before that, Linux shows no dialog: it writes to a terminal that nobody sees.
  await Promise.race([app.whenReady(), setTimeout(READY_AT_LATEST_MS)]).catch(() => undefined);
  dialog.showErrorBox(t('startFailed.title'), text);
  app.exit(1);
}

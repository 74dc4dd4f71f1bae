import type { App } from 'electron';

/** The class that Windows starts for a click on a notification. Never change it: the uninstaller removes it by this name. */
export const toastActivator = '8DE8D448-A612-4CAE-9973-7A084C94575E';

/**
 * Gives the notifications of Windows one class for all runs. Without it Electron registers a new one at each start, and old
 * notifications lead to classes that are gone.
 */
export function nameToastActivator(
  app: Pick<App, 'isPackaged' | 'setToastActivatorCLSID'>,
  platform: NodeJS.Platform,
): void {
  // An app that is not installed must not take the clicks of the installed one.
  if (platform === 'win32' && app.isPackaged) app.setToastActivatorCLSID(toastActivator);
}

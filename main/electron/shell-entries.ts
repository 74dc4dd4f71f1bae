import { app } from 'electron';
import type { Texts } from '../words/texts.ts';

/** Sets the entry at our icon on the taskbar of Windows. */
export function setTasks(platform: NodeJS.Platform, t: ReturnType<Texts>): void {
  if (platform !== 'win32' || !app.isPackaged) return;
  const program = process.execPath;
  const task = { program, arguments: '--send', title: t('desk.new'), description: t('desk.new') };
  app.setUserTasks([{ ...task, iconPath: program, iconIndex: 0 }]);
}

/**
 * Registers the app for addresses that begin with `countersign:`. On macOS and Linux the package does so. The
 * installers of Windows do not, and an app that is not installed must not stay behind in the registry.
 */
export function becomeProtocolClient(platform: NodeJS.Platform): void {
  if (platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient('countersign');
}

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { Desktop } from '../platform/desktop.ts';
import { trustedAddress } from '../signing/address.ts';
import type { LastFolders, Purpose } from './last-folders.ts';
import type { MainWindow } from './main-window.ts';

async function printPage(window: BrowserWindow | null): Promise<Uint8Array> {
  if (!window) throw new Error('There is no window to print.');
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true, generateTaggedPDF: true });
}

async function printOnPaper(window: BrowserWindow | null): ReturnType<Desktop['printOnPaper']> {
  if (!window) throw new Error('There is no window to print.');
  return new Promise((resolve) => {
    window.webContents.print({ printBackground: true }, (success, reason) => {
      if (success) resolve({ kind: 'printed' });
      // Chromium's word for a dialog that the person closed.
      else resolve(/cancel/i.test(reason) ? { kind: 'cancelled' } : { kind: 'failed', reason });
    });
  });
}

/** Implements the desktop port with Electron: browser, dialogs, clipboard. No other module uses `shell`. */
export function createDesktop(
  { current: window, ask }: Pick<MainWindow, 'current' | 'ask'>,
  folders: LastFolders,
  dragIcon: string,
): Desktop {
  /** Returns the chosen paths. Empty when the person cancelled. */
  async function pick(options: Electron.OpenDialogOptions): Promise<readonly string[]> {
    const owner = window();
    const answer = await (owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options));
    return answer.canceled ? [] : answer.filePaths;
  }

  /** Begins where the last dialog for the same purpose ended. */
  async function pickFiles(purpose: Purpose, options: Electron.OpenDialogOptions): Promise<readonly string[]> {
    const defaultPath = folders.of(purpose);
    const paths = await pick({ properties: ['openFile'], ...options, ...(defaultPath && { defaultPath }) });
    folders.keep(purpose, paths[0]);
    return paths;
  }

  async function openOutside(address: string): Promise<boolean> {
    try {
      await shell.openExternal(address);
      return true;
    } catch {
      return false;
    }
  }

  return {
    ask,
    // The system would start a program for any other scheme. The practice service is on this computer, without https.
    openInBrowser: async (address) => trustedAddress(address, { allowLoopback: true }) !== null && openOutside(address),
    openMail: async (address) => address.startsWith('mailto:') && openOutside(address),
    // Electron answers with the reason when the system refuses.
    openFile: async (path) => (await shell.openPath(path)) === '',
    dragFile(file) {
      const owner = window();
      // Electron throws without a picture to drag.
      owner?.webContents.startDrag({ file, icon: dragIcon });
      return owner !== null;
    },
    printPage: () => printPage(window()),
    printOnPaper: () => printOnPaper(window()),
    showInFolder: (path) => shell.showItemInFolder(path),
    async pickSmallFile(title, { name, extensions }, limit) {
      const filters = [{ name, extensions: [...extensions] }];
      // Files of Countersign itself come from another folder than lists of people and documents.
      const [path] = await pickFiles(extensions.includes('json') ? 'connection' : 'lists', { title, filters });
      if (path === undefined) return { kind: 'cancelled' };
      try {
        const found = await stat(path);
        if (!found.isFile() || found.size > limit) return { kind: 'unreadable' };
        return { kind: 'read', content: await readFile(path) };
      } catch {
        return { kind: 'unreadable' };
      }
    },
    async pickDocuments(title) {
      const filters = [{ name: 'PDF, Word, Excel, EML, MSG', extensions: ['pdf', 'docx', 'xlsx', 'eml', 'msg'] }];
      return pickFiles('documents', { title, properties: ['openFile', 'multiSelections'], filters });
    },
    async pickFolder(title, start) {
      const [path = null] = await pick({ title, defaultPath: start, properties: ['openDirectory', 'createDirectory'] });
      return path;
    },
    async pickAuthorityFile(title) {
      const filters = [{ name: 'PEM', extensions: ['pem', 'crt', 'cer'] }];
      const [path = null] = await pickFiles('certificate', { title, filters });
      return path;
    },
    async pickSavePath(title, name) {
      const owner = window();
      const folder = folders.of('save');
      const options = { title, defaultPath: folder === undefined ? name : join(folder, name) };
      const { canceled, filePath } = await (owner
        ? dialog.showSaveDialog(owner, options)
        : dialog.showSaveDialog(options));
      if (canceled || filePath === '') return null;
      folders.keep('save', filePath);
      return filePath;
    },
    copyText: (text) => clipboard.writeText(text),
    async clearClipboard(isOurs) {
      const text = await clipboard.readText();
      // The clipboard has no text. It may hold a picture or files: leave them.
      if (text === '') return true;
      if (!isOurs(text)) return false;
      clipboard.clear();
      return true;
    },
  };
}

import { readFile, stat } from 'node:fs/promises';
import { type BrowserWindow, clipboard, dialog, shell } from 'electron';
import type { Desktop } from '../desktop.ts';

/** Implements the desktop port with Electron: browser, dialogs, clipboard. No other module uses `shell`. */
export function createDesktop(window: () => BrowserWindow | null): Desktop {
  const pick = (options: Electron.OpenDialogOptions) => {
    const owner = window();
    return owner ? dialog.showOpenDialog(owner, options) : dialog.showOpenDialog(options);
  };

  return {
    async openInBrowser(address) {
      try {
        await shell.openExternal(address);
        return true;
      } catch {
        return false;
      }
    },
    /** Answers with the reason when the system refuses. */
    openFile: async (path) => (await shell.openPath(path)) === '',
    showInFolder: (path) => shell.showItemInFolder(path),
    async pickConnectionFile(title, limit) {
      const { canceled, filePaths } = await pick({
        title,
        properties: ['openFile'],
        filters: [{ name: 'Countersign', extensions: ['json'] }],
      });
      const [path] = filePaths;
      if (canceled || path === undefined) return null;
      const { size } = await stat(path);
      return size > limit ? new Uint8Array() : readFile(path);
    },
    async pickSmallFile(title, { name, extensions }, limit) {
      const filters = [{ name, extensions: [...extensions] }];
      const { canceled, filePaths } = await pick({ title, properties: ['openFile'], filters });
      const [path] = filePaths;
      if (canceled || path === undefined) return { kind: 'cancelled' };
      try {
        const found = await stat(path);
        if (!found.isFile() || found.size > limit) return { kind: 'unreadable' };
        return { kind: 'read', content: await readFile(path) };
      } catch {
        return { kind: 'unreadable' };
      }
    },
    async pickDocuments(title) {
      const filters = [{ name: 'PDF, Word, Excel', extensions: ['pdf', 'docx', 'xlsx'] }];
      const { canceled, filePaths } = await pick({ title, properties: ['openFile', 'multiSelections'], filters });
      return canceled ? [] : filePaths;
    },
    async pickFolder(title, start) {
      const { canceled, filePaths } = await pick({
        title,
        defaultPath: start,
        properties: ['openDirectory', 'createDirectory'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    async pickAuthorityFile(title) {
      const filters = [{ name: 'PEM', extensions: ['pem', 'crt', 'cer'] }];
      const { canceled, filePaths } = await pick({ title, properties: ['openFile'], filters });
      return canceled ? null : (filePaths[0] ?? null);
    },
    async pickSavePath(title, name) {
      const owner = window();
      const options = { title, defaultPath: name };
      const { canceled, filePath } = await (owner
        ? dialog.showSaveDialog(owner, options)
        : dialog.showSaveDialog(options));
      return canceled || filePath === '' ? null : filePath;
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

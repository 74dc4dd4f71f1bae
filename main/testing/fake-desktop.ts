import type { Desktop } from '../platform/desktop.ts';

/** Simulates a desktop on which a person cancels every dialog. `answers` replace what a test is about. */
export const fakeDesktop = (answers: Partial<Desktop> = {}): Desktop => ({
  ask: async () => false,
  openInBrowser: async () => true,
  openMail: async () => true,
  pickSmallFile: async () => ({ kind: 'cancelled' }),
  pickDocuments: async () => [],
  pickFolder: async () => null,
  pickAuthorityFile: async () => null,
  pickSavePath: async () => null,
  openFile: async () => false,
  dragFile: () => false,
  printPage: async () => new Uint8Array(),
  printOnPaper: async () => ({ kind: 'cancelled' }),
  showInFolder() {},
  copyText: async () => {},
  clearClipboard: async () => true,
  ...answers,
});

import { open } from 'node:fs/promises';

/** Makes new and renamed files of a folder survive a power cut. Windows cannot open a folder, and does this itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { join } from 'node:path';

/** Electron throws when the folder for documents is redirected to a place that is not there. */
export function documentsFolder(getPath: (name: 'documents') => string, home: string): string {
  try {
    return getPath('documents');
  } catch {
    return join(home, 'Documents');
  }
}

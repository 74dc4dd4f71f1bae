import { join } from 'node:path';

/** Returns the folder for documents. Electron throws when it is redirected to a place that does not exist. */
export function documentsFolder(getPath: (name: 'documents') => string, home: string): string {
  try {
    return getPath('documents');
  } catch {
    return join(home, 'Documents');
  }
}

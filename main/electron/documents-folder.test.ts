import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentsFolder } from './documents-folder.ts';

test('the system says where documents are', () => {
  expect(documentsFolder(() => '/home/anna/Dokumente', '/home/anna')).toBe('/home/anna/Dokumente');
});

test('a folder for documents that cannot be found does not keep the app from starting', () => {
  const gone = () => {
    throw new Error("Failed to get 'documents' path");
  };
  expect(documentsFolder(gone, '/home/anna')).toBe(join('/home/anna', 'Documents'));
});

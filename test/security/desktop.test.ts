import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createDesktop } from '../../main/electron/desktop.ts';
import { createLastFolders } from '../../main/electron/last-folders.ts';
import { record } from './recording-electron.ts';

/** The real desktop over the recording double: what may leave the app for another program. */
const folder = mkdtempSync(join(tmpdir(), 'countersign-desktop-'));
const desktop = createDesktop(
  { current: () => null, ask: async () => false },
  createLastFolders(join(folder, 'folders.json')),
  '',
);
beforeEach(() => {
  record.opened.length = 0;
  record.copied.length = 0;
  record.clipboardCleared = 0;
  return () => rmSync(join(folder, 'picked'), { force: true });
});

const hostile = [
  'file:///etc/passwd',
  'javascript:alert(1)',
  'ms-msdt:/id PCWDiagnostic',
  'search-ms:query=x',
  'smb://evil.example/share',
  'http://evil.example/',
  ' mailto:anna@muster.ch',
  String.raw`\\evil.example\share`,
  '',
];

test('a mail program opens mail, and nothing else', async () => {
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const address of [...hostile, 'https://evil.example/'])
    expect([address, await desktop.openMail(address)]).toEqual([address, false]);
  expect(record.opened).toEqual([]);
  expect(await desktop.openMail('mailto:anna@muster.ch?subject=x')).toBe(true);
  expect(record.opened).toEqual(['mailto:anna@muster.ch?subject=x']);
});

test('the browser opens pages over https, and those of this computer', async () => {
  // oxlint-disable-next-line no-await-in-loop
  for (const address of [...hostile, 'mailto:anna@muster.ch', 'https://anna:secret@evil.example/'])
    expect([address, await desktop.openInBrowser(address)]).toEqual([address, false]);
  expect(record.opened).toEqual([]);
  // oxlint-disable-next-line no-await-in-loop
  for (const address of ['https://service.example/admin?state=1', 'http://127.0.0.1:8080/admin'])
    expect(await desktop.openInBrowser(address)).toBe(true);
});

test('a clipboard that holds something else is left alone', async () => {
  record.copied.push('a love letter');
  expect(await desktop.clearClipboard((text) => text === 'the password')).toBe(false);
  expect(record.clipboardCleared).toBe(0);
  expect(await desktop.clearClipboard((text) => text === 'a love letter')).toBe(true);
  expect(record.clipboardCleared).toBe(1);
});

test('a chosen file is not read when it is larger than allowed', async () => {
  const path = join(folder, 'picked');
  onTestFinished(() => rmSync(path, { force: true }));
  writeFileSync(path, 'x'.repeat(101));
  record.picked.push([path], [path]);
  const pick = (limit: number) => desktop.pickSmallFile('', { name: 'CSV', extensions: ['csv'] }, limit);
  expect(await pick(100)).toEqual({ kind: 'unreadable' });
  expect(await pick(101)).toMatchObject({ kind: 'read' });
});

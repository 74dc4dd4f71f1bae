import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownAppImage } from './own-app-image.ts';

let folder: string;
let program: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-image-'));
  for (const name of ['mount', 'mount-of-others']) mkdirSync(join(folder, name));
  program = join(folder, 'mount', 'countersign');
  writeFileSync(program, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const image = '/home/anna/Countersign.AppImage';
const mounted = (name: string) => ({ APPIMAGE: image, APPDIR: join(folder, name) });

test('the AppImage is ours if our program lies in its folder, also by another name of the folder', () => {
  expect(ownAppImage(mounted('mount'), program)).toBe(image);
  symlinkSync(join(folder, 'mount'), join(folder, 'link'));
  expect(ownAppImage(mounted('link'), program)).toBe(image);
});

test('the AppImage that started our program is not ours', () => {
  expect(ownAppImage(mounted('mount-of-others'), program)).toBeUndefined();
  expect(ownAppImage(mounted('unmounted'), program)).toBeUndefined();
  for (const APPDIR of ['', undefined]) expect(ownAppImage({ APPIMAGE: image, APPDIR }, program)).toBeUndefined();
});

test('without an AppImage there is none', () => {
  expect(ownAppImage({}, program)).toBeUndefined();
  expect(ownAppImage({ APPIMAGE: '', APPDIR: join(folder, 'mount') }, program)).toBeUndefined();
});

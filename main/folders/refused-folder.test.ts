import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FolderWorld } from './testing/each-world.ts';
import { folderWorld } from './testing/folder-world.ts';

let world: FolderWorld;
const { platform } = process;
const runOn = (value: NodeJS.Platform) => Object.defineProperty(process, 'platform', { value });
beforeEach(() => {
  world = folderWorld();
});
afterEach(() => {
  runOn(platform);
  return world[Symbol.asyncDispose]();
});

/** Adds a folder in which nothing can be written, for this reason. */
async function addRefused(code: string): Promise<string> {
  const computer = {
    id: 'computer-1',
    user: 'anna',
    get name(): string {
      throw Object.assign(new Error('refused'), { code });
    },
  };
  return await (await world.begin({ computer })).add();
}

test('a new folder that macOS keeps closed is told as that', async () => {
  runOn('darwin');
  await expect(addRefused('EPERM')).rejects.toThrow('refused-by-macos');
});

test('a new folder of somebody else is told as one that cannot be written', async () => {
  runOn('darwin');
  await expect(addRefused('EACCES')).rejects.toThrow('folder-read-only');
});

test('on another system no folder is refused by macOS', async () => {
  runOn('linux');
  await expect(addRefused('EPERM')).rejects.toThrow('folder-read-only');
});

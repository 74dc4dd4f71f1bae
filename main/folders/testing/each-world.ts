import { afterEach, beforeEach, expect } from 'vitest';
import { folderWorld } from './folder-world.ts';

export type FolderWorld = ReturnType<typeof folderWorld>;

/** Long enough for every quiet time and a rescan. */
export const A_WHILE = 30_000;

/** A fresh watched folder for each test of the file. What went wrong beside the test fails it. */
export function eachWorld(take: (world: FolderWorld) => void): void {
  let world: FolderWorld;
  beforeEach(() => {
    world = folderWorld();
    take(world);
  });
  afterEach(async () => {
    expect(world.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });
}

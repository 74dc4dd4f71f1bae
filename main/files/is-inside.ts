import { isAbsolute, relative, sep } from 'node:path';

/** Tells whether a path is a folder, or below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

import { expect, test } from 'vitest';
import { inPlace } from './file-places.ts';
import type { SheetFile } from './sheet.ts';
import { file } from './testing/sheet-file.ts';

const remarked = (id: string) => file(id, { verdict: { id, kind: 'pdf', remarks: ['signed'], problem: null } });
const unjudged = (id: string) => file(id, { verdict: null, opened: null });

test('files with remarks come first once all are judged, and no file moves after that', () => {
  const places = new Map<string, number>();
  const order = (...files: SheetFile[]) => inPlace(files, places).map(({ id }) => id);
  expect(order(file('a'), remarked('b'), unjudged('c'))).toEqual(['a', 'b', 'c']);
  expect(order(file('a'), remarked('b'), file('c'))).toEqual(['b', 'a', 'c']);
  // What the whole file says comes later.
  expect(order(file('a'), remarked('b'), remarked('c'))).toEqual(['b', 'a', 'c']);
  // Somebody looks again, and adds files.
  expect(order(unjudged('a'), remarked('b'), file('c'), remarked('d'))).toEqual(['b', 'a', 'c', 'd']);
  expect(order(file('a'), remarked('b'), file('c'), file('e'), remarked('d'))).toEqual(['b', 'a', 'c', 'd', 'e']);
});

import { problemOf } from './missing-parts.ts';
import { doubtOf, isUnopened, remarksOf } from './open-result.ts';
import type { SheetFile } from './sheet.ts';

const rankOf = (file: SheetFile): number =>
  problemOf(file) !== null || doubtOf(file) !== null ? 0 : remarksOf(file).length > 0 ? 1 : 2;

/**
 * Puts files first that a person should look at, once all are judged. A file keeps its place from then on, because a row
 * must not move under the pointer: `places` has those of earlier calls.
 */
export function inPlace(files: readonly SheetFile[], places: Map<string, number>): readonly SheetFile[] {
  const unplaced = files.filter(({ id }) => !places.has(id));
  if (files.every((file) => file.verdict !== null && !isUnopened(file)))
    for (const { id } of unplaced.toSorted((one, other) => rankOf(one) - rankOf(other))) places.set(id, places.size);
  const placeOf = ({ id }: SheetFile) => places.get(id) ?? places.size;
  return files.toSorted((one, other) => placeOf(one) - placeOf(other));
}

import type { ListGroup } from '../../../../preload/contract/list-choices.ts';

export type Line =
  | { readonly kind: 'group'; readonly group: ListGroup; readonly count: number }
  | { readonly kind: 'row'; readonly place: number };

interface GroupSize {
  readonly group: ListGroup;
  readonly count: number;
}

/** The lines of the list: each group has a heading above its rows. Only sizes are known, so all is computed. */
export function createLines(groups: readonly GroupSize[]) {
  const starts: { readonly group: ListGroup; readonly line: number; readonly place: number; readonly count: number }[] =
    [];
  let line = 0;
  let place = 0;
  for (const { group, count } of groups) {
    starts.push({ group, line, place, count });
    line += count + 1;
    place += count;
  }
  return {
    count: line,
    rows: place,
    at(wanted: number): Line | null {
      const found = starts.findLast((start) => start.line <= wanted);
      if (found === undefined || wanted > found.line + found.count) return null;
      const after = wanted - found.line - 1;
      return after < 0
        ? { kind: 'group', group: found.group, count: found.count }
        : { kind: 'row', place: found.place + after };
    },
    lineOf(wanted: number): number {
      const found = starts.findLast((start) => start.place <= wanted);
      return found === undefined ? -1 : found.line + 1 + wanted - found.place;
    },
    /** The row of a line, or of the next one below a heading. */
    placeAt(wanted: number): number {
      const found = starts.findLast((start) => start.line <= wanted);
      return found === undefined ? 0 : Math.min(place, found.place + Math.max(0, wanted - found.line - 1));
    },
  };
}

export type Lines = ReturnType<typeof createLines>;

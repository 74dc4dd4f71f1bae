import type { ListGroup } from '../../../../preload/contract/list-choices.ts';

interface GroupSize {
  readonly group: ListGroup;
  readonly count: number;
  /** Whether only its heading is shown. Its rows have no places then. */
  readonly folded: boolean;
}

export type Line = ({ readonly kind: 'group' } & GroupSize) | { readonly kind: 'row'; readonly place: number };

/** Computes the lines of the list from sizes: each group has a heading above its rows. */
export function createLines(groups: readonly GroupSize[]) {
  const starts: { readonly line: number; readonly place: number; readonly size: GroupSize; readonly rows: number }[] =
    [];
  let line = 0;
  let place = 0;
  for (const size of groups) {
    const rows = size.folded ? 0 : size.count;
    starts.push({ line, place, size, rows });
    line += rows + 1;
    place += rows;
  }

  function at(wanted: number): Line | null {
    const found = starts.findLast((start) => start.line <= wanted);
    if (found === undefined || wanted > found.line + found.rows) return null;
    const after = wanted - found.line - 1;
    return after < 0 ? { kind: 'group', ...found.size } : { kind: 'row', place: found.place + after };
  }

  return {
    count: line,
    rows: place,
    at,
    lineOf(wanted: number): number {
      const found = starts.findLast((start) => start.place <= wanted && start.rows > 0);
      return found === undefined ? -1 : found.line + 1 + wanted - found.place;
    },
    lineOfGroup: (group: ListGroup): number => starts.find(({ size }) => size.group === group)?.line ?? -1,
    groupAt: (wanted: number): ListGroup | null =>
      starts.findLast((start) => start.place <= wanted && start.rows > 0)?.size.group ?? null,
    /** Returns the row of a line, or the next one below a heading. */
    placeAt(wanted: number): number {
      const found = starts.findLast((start) => start.line <= wanted);
      return found === undefined ? 0 : Math.min(place, found.place + Math.max(0, wanted - found.line - 1));
    },
    /** Returns the line that an arrow key leads to: the next row, or a folded heading in place of its rows. */
    stopAfter(from: number, step: 1 | -1): number {
      for (let to = from + step; to >= 0 && to < line; to += step) {
        const found = at(to);
        if (found?.kind === 'row' || found?.folded === true) return to;
      }
      return from;
    },
  };
}

export type Lines = ReturnType<typeof createLines>;

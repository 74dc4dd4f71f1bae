/** A document of the list with its place among the others, newest first. */
export interface Placed {
  readonly id: string;
  readonly position: number;
}

interface Known {
  readonly known: readonly Placed[];
  /** Documents that the service still has although this list does not show them. Null: it may have any older one. */
  readonly stillThere: ReadonlySet<string> | null;
}

/**
 * Computes the places of a new list, and which documents left it. A document keeps its place where it can, so that a
 * new one at the head does not change thousands of rows. A partial list says nothing about documents older than its
 * end.
 */
export function placeListed(ids: readonly string[], { known, stillThere }: Known) {
  const before = new Map(known.map(({ id, position }) => [id, position]));
  const listed = new Set(ids);
  const last = ids.findLast((id) => before.has(id));
  const end = last === undefined ? Number.NEGATIVE_INFINITY : (before.get(last) ?? Number.NEGATIVE_INFINITY);
  const stays = ({ id, position }: Placed) => (stillThere === null ? position > end : stillThere.has(id));
  const others = known.filter(({ id }) => !listed.has(id));
  const kept = others.filter(stays);
  const places = new Map<string, number>();
  let next = kept.reduce((least, { position }) => Math.min(least, position), ids.length);
  for (const id of ids.toReversed()) {
    const place = before.get(id);
    next = place !== undefined && place < next ? place : next - 1;
    places.set(id, next);
  }
  const stayed = new Set(kept);
  return { places, gone: others.filter((one) => !stayed.has(one)).map(({ id }) => id) };
}

import type { ListQuery } from '../../preload/contract/list.ts';
import { inSlices } from '../time/slices.ts';
import type { ListIndex } from './list-index.ts';
import { type ListView, readView, readWholeView } from './list-view.ts';
import type { FilterDeps } from './row-filter.ts';

/** Keeps the view that was read last, because most questions only ask for other places of it. */
export function createListViews(index: ListIndex, deps: () => Omit<FilterDeps, 'found'>) {
  let known: { readonly text: string; readonly view: ListView } | null = null;
  /** All rows in the order that was asked for last. Every query takes its rows from here. */
  let whole: { readonly sort: ListQuery['sort']; readonly view: ListView } | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  const isCurrent = ({ view }: { readonly view: ListView }) => view.version === index.version();

  async function read(query: ListQuery): Promise<ListView> {
    const text = JSON.stringify(query);
    if (known?.text === text && isCurrent(known) && !query.soon) return known.view;
    if (whole?.sort !== query.sort || !isCurrent(whole))
      whole = { sort: query.sort, view: await inSlices(readWholeView(index, query.sort)) };
    const view = await inSlices(readView(whole.view, query, { ...deps(), findWord: index.findWord }));
    known = { text, view };
    return view;
  }

  /** Reads one view at a time: two readings would put the same changes in order. */
  return function viewOf(query: ListQuery): Promise<ListView> {
    const turn = reading.then(() => read(query));
    reading = turn.catch(() => {});
    return turn;
  };
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyState } from '../../../../preload/contract/empty-state.ts';
import type { ListRow, RowsChanged, RowsPart } from '../../../../preload/contract/list.ts';
import { wholeList } from '../../../../preload/contract/list-choices.ts';
import { useMirror } from '../../../store/mirror.ts';
import { createFakeBridge } from '../../../testing/fake-bridge.ts';
import { sampleRow } from '../testing/sample-entries.ts';
import { useListQuery } from './list-query.ts';
import { lookAt, serveRows, useServedRows } from './served-rows.ts';

const rowAt = (place: number, name = `${place}.pdf`): ListRow => ({
  key: `submission:${place}`,
  group: 'waiting',
  canArchive: false,
  document: null,
  submission: sampleRow(String(place), { name }),
});

let end = () => {};
beforeEach(() => {
  useServedRows.setState(useServedRows.getInitialState());
  useListQuery.setState(wholeList);
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** Main with a list of so many rows, of which it tells at most `most` at a time. */
function main({ total = 1_000, most = 100 } = {}) {
  const asked: [from: number, count: number][] = [];
  const told = { revision: 1, version: 0, name: (place: number) => `${place}.pdf`, total };
  const listeners = new Set<(event: RowsChanged) => void>();
  const bridge = createFakeBridge(
    {
      'documents.rows': async ({ from, count }): Promise<RowsPart> => {
        asked.push([from, count]);
        told.version += 1;
        const length = Math.max(0, Math.min(count, most, told.total - from));
        const rows = Array.from({ length }, (_, at) => rowAt(from + at, told.name(from + at)));
        const groups = told.total === 0 ? [] : [{ group: 'waiting' as const, count: told.total, folded: false }];
        return { revision: told.revision, version: told.version, rows, groups, total: told.total };
      },
    },
    {
      'documents.changed': (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  );
  vi.stubGlobal('window', { countersign: bridge });
  const publish = (revision: number, active = 'c') => {
    const list = { ...emptyState.list, revision };
    useMirror.setState({ revision, state: { ...emptyState, active, list } });
  };
  publish(1);
  end = serveRows();
  return {
    asked,
    told,
    publish,
    push: (event: RowsChanged) => {
      for (const listener of listeners) listener(event);
    },
  };
}

const served = () => useServedRows.getState();
const reaches = (place: number) =>
  vi.waitFor(() => expect(served().keys[place - served().from]).toBe(`submission:${place}`));

test('asks for what is in sight and a little more, and for nothing while that is there', async () => {
  const { asked } = main();
  lookAt(0, 20, []);
  await reaches(20);
  const first = [...asked];
  lookAt(5, 25, []);
  lookAt(0, 20, []);
  expect(asked).toEqual(first);
  expect(served()).toMatchObject({ total: 1_000, from: 0 });
  lookAt(900, 920, []);
  await reaches(920);
  expect(served().keys.length).toBeLessThanOrEqual(200);
  expect(served().keys[900 - served().from]).toBe('submission:900');
});

test('puts small answers together until everything in sight is there', async () => {
  main({ most: 7 });
  lookAt(100, 120, []);
  await reaches(120);
  await reaches(100);
});

test('a change of the order is asked for; unchanged rows stay the same objects', async () => {
  const { told, publish } = main();
  lookAt(0, 20, []);
  await reaches(20);
  const before = served().rows.get('submission:3');
  Object.assign(told, { revision: 2, name: (place: number) => (place === 4 ? 'Other.pdf' : `${place}.pdf`) });
  publish(2);
  await vi.waitFor(() => expect(served().revision).toBe(2));
  expect(served().rows.get('submission:3')?.row).toBe(before?.row);
  expect(served().rows.get('submission:4')?.row.submission?.name).toBe('Other.pdf');
});

test('a changed row is taken over, an older one and one that is not held are not', async () => {
  const { push } = main();
  lookAt(0, 20, []);
  await reaches(20);
  push({ version: 99, rows: [rowAt(3, 'New.pdf'), rowAt(777)], opened: null });
  push({ version: 98, rows: [rowAt(3, 'Old.pdf')], opened: null });
  expect(served().rows.get('submission:3')?.row.submission?.name).toBe('New.pdf');
  expect(served().rows.has('submission:777')).toBe(false);
});

test('the row with the focus stays although it is far out of sight', async () => {
  main();
  lookAt(0, 20, []);
  await reaches(20);
  lookAt(500, 520, ['submission:2']);
  await reaches(520);
  expect(served().rows.has('submission:2')).toBe(true);
  expect(served().rows.has('submission:3')).toBe(false);
});

test('another query replaces the rows, and a list that became empty ends the asking', async () => {
  const { told, asked } = main();
  lookAt(400, 420, []);
  await reaches(420);
  told.total = 0;
  useListQuery.setState({ search: 'nothing' });
  await vi.waitFor(() => expect(served().total).toBe(0));
  const times = asked.length;
  lookAt(0, 0, []);
  await Promise.resolve();
  expect(asked).toHaveLength(times);
});

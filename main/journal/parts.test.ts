import { expect, test } from 'vitest';
import { inPartsById } from './parts.ts';

const all = Array.from({ length: 450 }, (_, at) => ({ id: String(at).padStart(4, '0') }));
const readFrom = (rows: readonly { readonly id: string }[]) => (after: string, limit: number) =>
  rows.filter(({ id }) => id > after).slice(0, limit);

test.each([0, 1, 199, 200, 201, 400, 450])('%i rows come once each, in order', (count) => {
  expect([...inPartsById(readFrom(all.slice(0, count)))]).toEqual(all.slice(0, count));
});

test('a row that goes in between is not missed by the others', () => {
  const rows = [...all];
  const found: string[] = [];
  for (const { id } of inPartsById((after, limit) => readFrom(rows)(after, limit))) {
    found.push(id);
    const at = rows.findIndex((row) => row.id === id);
    rows.splice(at, 1);
  }
  expect(found).toEqual(all.map(({ id }) => id));
});

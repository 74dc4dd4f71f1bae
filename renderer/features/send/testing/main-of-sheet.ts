import { vi } from 'vitest';
import type { FileVerdict, Handlers, Input, Problem } from '../../../../preload/contract/index.ts';
import { createFakeBridge } from '../../../testing/fake-bridge.ts';
import { useSheet } from '../sheet-store.ts';

/** Simulates main, as far as the sheet sees it. */
export function createMain(handlers: Partial<Handlers> = {}) {
  const bad = new Map<string, Problem>();
  const submitted: Input<'outbox.submit'>[] = [];
  const released: string[] = [];
  const given = { count: 0 };
  const offer = (names: readonly string[]) => ({
    files: names.map((name) => {
      given.count += 1;
      return { id: `f${given.count}`, name, size: 10 };
    }),
    refused: [],
    pathless: [],
  });
  const judged = (id: string): FileVerdict => ({ id, kind: 'pdf', remarks: [], problem: bad.get(id) ?? null });
  const bridge = createFakeBridge({
    'files.choose': () => offer(['a.pdf', 'b.pdf', 'c.pdf']),
    'files.judge': ({ ids }) => ({ verdicts: ids.map(judged) }),
    'files.remarks': () => ({ found: [] }),
    'bulk.contents': () => ({ contents: [] }),
    'bulk.taken': () => ({ taken: [] }),
    'files.release': ({ ids }) => {
      released.push(...ids);
      return { ok: true };
    },
    'outbox.submit': (input) => {
      submitted.push(input);
      return { results: input.items.map(({ fileId }) => ({ ok: true, fileId, submissionId: `s-${fileId}` })) };
    },
    ...handlers,
  });
  const { files, ...areas } = bridge;
  // As the preload does: the page has files, main gets paths.
  const offered = ({ files: handed }: { readonly files: readonly File[] }) =>
    Reflect.apply(files.offer, undefined, [{ paths: handed.map(({ name }) => name) }]);
  vi.stubGlobal('window', { countersign: { ...areas, files: { ...files, offer: offered } } });
  return { bad, submitted, released };
}

export const sheet = () => {
  const { sheet: now } = useSheet.getState();
  if (now === null) throw new Error('No sheet is open');
  return now;
};

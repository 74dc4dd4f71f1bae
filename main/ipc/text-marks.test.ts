import { expect, test } from 'vitest';
import { emptyState } from '../../preload/contract/empty-state.ts';
import { sampleConnection } from '../account/testing/sample-connection.ts';
import { makePdf } from '../signatures/testing/test-pdf.ts';
import { createPublishedState } from '../state/published-state.ts';
import { directTextMarkReader } from '../text-marks/testing/direct-text-mark-reader.ts';
import { textMarksHandlers } from './text-marks.ts';

const content = makePdf('#ACME#anna@x.ch;0#').bytes;

function handlersWith(textMarks?: string[]) {
  const copied: string[] = [];
  const connection = { ...sampleConnection, fields: { ...sampleConnection.fields, ...(textMarks && { textMarks }) } };
  const handlers = textMarksHandlers({
    tray: {
      judge: async () => ({ ok: true, kind: 'pdf', remarks: [] }),
      withBytes: (_id, work) =>
        work({ size: content.length, read: async (from, length) => content.subarray(from, from + length) }),
    },
    desktop: { copyText: async (text) => void copied.push(text) },
    state: createPublishedState({ ...emptyState, connections: [connection], active: connection.id }),
    documentReader: directTextMarkReader,
  });
  return { handlers, copied };
}

test('the connection file says which marks are found and copied', async () => {
  const { handlers, copied } = handlersWith(['#ACME#{email};{order}#']);
  expect(await handlers['files.textMarks']({ id: '1' })).toEqual({
    ok: true,
    found: { marks: [{ email: 'anna@x.ch', order: 0, isBroken: false }], isWhole: true },
  });
  expect(await handlers['files.copyMark']({ email: 'ben@x.ch', order: 2 })).toEqual({ ok: true });
  expect(copied).toEqual(['#ACME#ben@x.ch;2#']);
});

test.each([
  ['none', undefined],
  ['one that cannot be used', ['#{email}#']],
])('with %s, nothing is claimed of the document and nothing is copied', async (_what, forms) => {
  const { handlers, copied } = handlersWith(forms);
  expect(await handlers['files.textMarks']({ id: '1' })).toEqual({ ok: true, found: { marks: [], isWhole: false } });
  expect(await handlers['files.copyMark']({ email: 'ben@x.ch', order: 0 })).toMatchObject({ ok: false });
  expect(copied).toEqual([]);
});

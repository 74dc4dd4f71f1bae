import { nothingOwn, type SheetFile } from '../sheet.ts';

/** A file that is judged and opens. */
export const file = (id: string, patch: Partial<SheetFile> = {}): SheetFile => ({
  id,
  name: `${id}.pdf`,
  size: 10,
  verdict: { id, kind: 'pdf', remarks: [], problem: null },
  opened: { kind: 'opens', isDynamicForm: false },
  scan: { kind: 'unasked' },
  own: nothingOwn,
  leftOut: false,
  sendAnyway: false,
  refusal: null,
  ...patch,
});

import type { OfferedFile } from '../../../../preload/contract/sending.ts';
import { problemOf } from '../missing-parts.ts';
import { fileOf, type Sheet, type SheetFile } from '../sheet.ts';

/** Returns the files that can be tried to join: PDFs that can be sent. */
export const joinable = (files: readonly SheetFile[]): readonly SheetFile[] =>
  files.filter((file) => file.verdict?.kind === 'pdf' && !file.leftOut && problemOf(file) === null);

/** Puts a joined file in the place of its parts, and shows it. */
export function withJoined(sheet: Sheet, ids: readonly string[], offered: OfferedFile): Sheet {
  const parts = ids.flatMap((id) => sheet.files.find((file) => file.id === id) ?? []);
  const at = sheet.files.findIndex(({ id }) => ids.includes(id));
  const files = sheet.files.toSpliced(at, 0, { ...fileOf(offered), parts }).filter(({ id }) => !ids.includes(id));
  return { ...sheet, files, shown: offered.id, merged: null };
}

/** Puts the parts of a joined file back in its place, as they were. */
export function withSeparated(sheet: Sheet, id: string): Sheet {
  const parts = sheet.files.find((file) => file.id === id)?.parts ?? [];
  const files = sheet.files.flatMap((file) => (file.id === id ? parts : [file]));
  return { ...sheet, files, merged: null, shown: sheet.shown === id ? (parts[0]?.id ?? null) : sheet.shown };
}

/** Returns the files of one document in their order. Those that a person has not moved come last, as they arrive. */
export function inOrder(
  files: readonly SheetFile[],
  ordered: readonly string[],
  apart: ReadonlySet<string>,
): readonly string[] {
  const here = files.flatMap(({ id }) => (apart.has(id) ? [] : id));
  return [...ordered.filter((id) => here.includes(id)), ...here.filter((id) => !ordered.includes(id))];
}

/** Moves one of some ids by one place. */
export function moved(ids: readonly string[], id: string, direction: 'up' | 'down'): readonly string[] {
  const at = ids.indexOf(id);
  const to = direction === 'up' ? at - 1 : at + 1;
  return at < 0 || to < 0 || to >= ids.length ? ids : ids.toSpliced(at, 1).toSpliced(to, 0, id);
}

/** Moves one of some ids beside another one. */
export function dropped(
  ids: readonly string[],
  id: string,
  target: string,
  position: 'before' | 'after' | 'on',
): readonly string[] {
  const others = ids.filter((one) => one !== id);
  const at = others.indexOf(target);
  if (at < 0 || others.length === ids.length) return ids;
  return others.toSpliced(position === 'before' ? at : at + 1, 0, id);
}

import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TFunction } from 'i18next';
import type { ListRow } from '../../preload/contract/list.ts';
import type { RowSelection } from '../../preload/contract/selection.ts';
import { tableStart, writeRow } from '../../shared/tables/write-table.ts';
import type { Journal } from '../journal/journal.ts';
import { cellsOf, headings, type TableFacts } from './list-table.ts';

export interface SaveListDeps {
  readonly journal: Pick<Journal, 'savedCopies' | 'submissions' | 'trackedDocuments'>;
  readonly rowsOf: (selection: RowSelection, connectionId: string) => AsyncIterable<ListRow>;
}

export interface SaveListOptions {
  readonly connectionId: string;
  readonly selection: RowSelection;
  readonly path: string;
  readonly separator: ',' | ';';
  readonly t: TFunction;
}

/** Writes rows to a table, one by one. Throws when the disk refuses. */
export function createSaveList({ journal, rowsOf }: SaveListDeps) {
  function factsOf(connectionId: string, { document, submission }: ListRow): TableFacts {
    const id = document?.id ?? submission?.documentId ?? null;
    const copy = id === null ? undefined : journal.savedCopies.of(connectionId, id).at(-1);
    const wish = submission === null ? null : (journal.submissions.find(submission.id)?.wish ?? null);
    return {
      document: id === null ? null : journal.trackedDocuments.find(connectionId, id),
      wish:
        wish === null
          ? null
          : { sha256: wish.file.sha256 ?? '', comment: wish.comment, emails: wish.signees.map(({ email }) => email) },
      copy: copy === undefined ? null : { name: basename(copy.path), sha256: copy.sha256 },
    };
  }

  async function* textOf({ connectionId, selection, separator, t }: SaveListOptions): AsyncGenerator<string> {
    yield tableStart + writeRow(headings(t), separator);
    for await (const row of rowsOf(selection, connectionId))
      yield writeRow(cellsOf(row, factsOf(connectionId, row), t), separator);
  }

  return async function saveList(options: SaveListOptions): Promise<void> {
    // An earlier table under this name stays until the new one is whole.
    const part = `${options.path}.part`;
    try {
      // Opened before, or a file that opens late would be made after its removal.
      const file = await open(part, 'w');
      try {
        await file.writeFile(textOf(options));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, options.path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
}

export type SaveList = ReturnType<typeof createSaveList>;

import { kindOfType } from '../intake/content.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { type CopyReaderDeps, createCopyReader } from './copy-reader.ts';

interface SentCopiesDeps {
  readonly outbox: Pick<Outbox, 'find' | 'copyPath'>;
  readonly disk: CopyReaderDeps['disk'];
}

/** Gives out our copies of what people sent or prepared, by the id of the submission. */
export function createSentCopies({ outbox, disk }: SentCopiesDeps) {
  /** Finds our copy in the spool. A submission of another connection than the shown one has none. */
  function find(connectionId: string, id: string) {
    const found = outbox.find(id);
    if (found === null || found.connectionId !== connectionId) return undefined;
    const { sha256, size } = found.wish.file;
    const path = sha256 === null ? null : outbox.copyPath(sha256);
    return path === null || sha256 === null ? undefined : { path, size, sha256 };
  }

  return {
    ...createCopyReader({ find, disk }),
    kindOf: (id: string) => kindOfType(outbox.find(id)?.wish.file.type ?? ''),
  };
}

export type SentCopies = ReturnType<typeof createSentCopies>;

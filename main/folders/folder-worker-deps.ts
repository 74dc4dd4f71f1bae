import type { Clock } from '../clock.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import type { Journal } from '../journal/journal.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Computer } from './computer.ts';
import type { ScannedFile, SigneeScan } from './find-signees.ts';
import type { createEntries } from './folder-entries.ts';
import type { FolderRule } from './folder-rule.ts';
import type { DeviceOf } from './folder-scan.ts';
import type { Given } from './judge-entry.ts';
import type { FolderFacts, Verdict } from './verdict.ts';

export interface FolderWorkerDeps {
  readonly root: string;
  readonly folderId: string;
  readonly connectionId: string;
  /** Null: a person looks before adding the folder, and nothing in it is touched. */
  readonly marker: string | null;
  readonly rule: () => FolderRule;
  readonly clock: Clock;
  readonly computer: Computer;
  readonly journal: Pick<
    Journal,
    'submissions' | 'documents' | 'documentFacts' | 'folderFiles' | 'savedCopies' | 'settings'
  >;
  readonly outbox: Pick<Outbox, 'take'>;
  readonly documentReader: Pick<DocumentReader, 'isReadable'>;
  /** What holds for all folders of the connection now. */
  readonly connection: () => Omit<FolderFacts, 'rule' | 'sentThisHour' | 'isPreview'>;
  /** What the connection brings to the choices of its files now. */
  readonly given: () => Given;
  readonly findSignees: (file: ScannedFile) => Promise<SigneeScan>;
  /** The text for people without the app, in the language of this one. */
  readonly reasonOf: (verdict: Verdict, name: string) => string;
  readonly newId: () => string;
  readonly onChanged: () => void;
  /** The folder is there, or another drive is mounted in its place: a watcher has to begin anew. */
  readonly onMounted: () => void;
  readonly onFault: (error: unknown) => void;
  /** Filled by tests alone. */
  readonly entries?: typeof createEntries | undefined;
  readonly deviceOf?: DeviceOf | undefined;
}

import type { Handlers } from '../../preload/contract/index.ts';
import { signedBefore } from '../commands/signed-before.ts';
import { readRemarks } from '../folders/read-document.ts';
import type { WatchedFolders } from '../folders/watched-folders.ts';
import type { DocumentReader } from '../intake/document-reader.ts';
import { problemOfRefusal } from '../intake/problem-of-refusal.ts';
import type { Desktop } from '../platform/desktop.ts';
import { refuse, refuseWith } from '../problems/refuse.ts';
import type { SignatureReader } from '../signatures/signature-reader.ts';
import type { PublishedState } from '../state/published-state.ts';
import type { Texts } from '../words/texts.ts';

interface FoldersDeps {
  readonly folders: WatchedFolders;
  readonly desktop: Pick<Desktop, 'pickFolder' | 'showInFolder'>;
  readonly documentReader: DocumentReader & SignatureReader;
  readonly state: PublishedState;
  readonly documentsFolder: string;
  readonly texts: Texts;
}

export function foldersHandlers({ folders, desktop, documentReader, state, documentsFolder, texts }: FoldersDeps) {
  return {
    'folders.choose': async () => {
      const title = texts()('folders.choose');
      const path = await desktop.pickFolder(title, documentsFolder);
      return path === null ? { ok: 'cancelled' } : folders.preview(path);
    },
    'folders.save': ({ id, rule, confirmed, print }) => folders.save(id, rule, confirmed, print),
    'folders.remove': ({ id }) => folders.remove(id),
    'folders.pause': ({ id, pause }) => folders.pause(id, pause),
    'folders.look': ({ id }) => folders.look(id),
    'folders.accept': ({ id }) => folders.accept(id),
    'folders.wouldSend': ({ id, rule }) => folders.wouldSend(id, rule),
    'folders.files': ({ id, filter }) => folders.files(id, filter),
    'folders.remarks': async ({ id, key }) => {
      const file = folders.fileOf(id, key);
      if (file === null) return refuse('folder-removed');
      const read = await readRemarks(file.root, file, documentReader);
      if ('refusal' in read) return refuseWith(problemOfRefusal(read.refusal, key));
      const { remarks, report } = read.found;
      return {
        ok: true,
        remarks: [...remarks],
        signed: [...signedBefore(report, { t: texts(), locale: state.get().locale })],
      };
    },
    'folders.activity': ({ id, filter }) => folders.activity(id, filter),
    'folders.act': (act) => folders.act(act),
    'folders.show': ({ id }) => {
      const root = folders.rootOf(id);
      if (root === null) return refuse('folder-removed');
      desktop.showInFolder(root);
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}

import type { Handlers } from '../../preload/contract/index.ts';
import type { WatchedFolders } from '../folders/watched-folders.ts';
import type { Desktop } from '../platform/desktop.ts';
import type { Texts } from '../words/texts.ts';

interface FoldersDeps {
  readonly folders: WatchedFolders;
  readonly desktop: Pick<Desktop, 'pickFolder' | 'showInFolder'>;
  readonly documentsFolder: string;
  readonly texts: Texts;
}

export function foldersHandlers({ folders, desktop, documentsFolder, texts }: FoldersDeps) {
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
    'folders.activity': ({ id, filter }) => folders.activity(id, filter),
    'folders.act': (act) => folders.act(act),
    'folders.show': ({ id }) => {
      const root = folders.rootOf(id);
      if (root === null) return { ok: false, problem: { key: 'folder-removed', params: {} } };
      desktop.showInFolder(root);
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}

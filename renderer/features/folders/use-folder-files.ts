import { useEffect, useState } from 'react';
import type { FolderFile, FolderFilter, WatchedFolder } from '../../../preload/contract/folder.ts';
import { ask, bridge } from '../../bridge/bridge.ts';
import { showFault } from '../../store/ui.ts';

interface Files {
  /** The revision of the folder that these files had at least. */
  readonly revision: number;
  readonly files: readonly FolderFile[];
  readonly all: number;
}

/** The files of a folder. They are asked for again when the folder says that they changed. */
export function useFolderFiles({ id, revision }: WatchedFolder, filter: FolderFilter): Files | null {
  const [found, setFound] = useState<Files | null>(null);
  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      const answer = await ask(bridge().folders.files({ id, filter }));
      if (!isLeft) setFound({ ...answer, revision });
    }
    read().catch(showFault);
    return () => {
      isLeft = true;
    };
  }, [id, revision, filter]);
  return found;
}

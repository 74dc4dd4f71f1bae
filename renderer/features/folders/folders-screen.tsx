import { useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { FolderEditor } from './folder-editor.tsx';
import { FolderList } from './folder-list.tsx';
import styles from './folders.module.css';

/** The watched folders of the shown connection, or the one that a person adds or changes. */
export function FoldersScreen({ state }: { readonly state: State }) {
  const [changing, setChanging] = useState<string | null>(null);
  const { folders, profiles, locale } = state;
  const edited = folders.find(({ id, isPreview }) => isPreview || id === changing);
  return (
    <div className={styles['scroll']}>
      {edited ? (
        <FolderEditor
          key={edited.id}
          folder={edited}
          profiles={profiles}
          locale={locale}
          onClose={() => setChanging(null)}
        />
      ) : (
        <FolderList folders={folders} profiles={profiles} locale={locale} onChange={setChanging} />
      )}
    </div>
  );
}

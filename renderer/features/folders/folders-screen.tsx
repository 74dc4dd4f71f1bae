import { useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { useUi } from '../../store/ui.ts';
import page from '../../ui/page.module.css';
import { stopEditingRule, useEditedRules } from './edited-rules.ts';
import { FolderEditor } from './folder-editor.tsx';
import { FolderList } from './folder-list.tsx';
import styles from './folders.module.css';
import { LoginQuestion } from './login-question.tsx';

/** Shows the watched folders of the shown connection, or the one that a person adds or changes. */
export function FoldersScreen({ state }: { readonly state: State }) {
  const [opened, setOpened] = useState<string | null>(null);
  const texts = useEditedRules();
  // Whoever asks for a folder sees its card. What was typed for another one waits.
  const wanted = useUi(({ wantedFolder }) => wantedFolder);
  const [isAsked, setIsAsked] = useState(wanted !== null);
  if (wanted !== null && (!isAsked || opened !== null)) {
    setIsAsked(true);
    setOpened(null);
  }
  const [asksLogin, setAsksLogin] = useState(false);
  const { active, folders, profiles, locale, startAtLogin } = state;
  const isFirst = folders.every(({ isPreview }) => isPreview);
  const open = folders.find(({ id, isPreview }) => isPreview || id === opened);
  const edited = open ?? (isAsked ? undefined : folders.find(({ id }) => texts[id] !== undefined));
  return (
    <div className={`${page['scroll']} ${styles['screen']}`}>
      {edited ? (
        <FolderEditor
          key={edited.id}
          folder={edited}
          profiles={profiles}
          locale={locale}
          onClose={() => {
            setOpened(null);
            stopEditingRule(edited.id);
            // The focus goes to its card, if it has one, or to that of a notification that was pressed meanwhile.
            useUi.setState(({ wantedFolder }) => ({ wantedFolder: wantedFolder ?? edited.id }));
          }}
          onAdded={() => setAsksLogin(isFirst && startAtLogin === 'off')}
        />
      ) : (
        <FolderList connectionId={active} folders={folders} profiles={profiles} locale={locale} onChange={setOpened} />
      )}
      {asksLogin && <LoginQuestion onDone={() => setAsksLogin(false)} />}
    </div>
  );
}

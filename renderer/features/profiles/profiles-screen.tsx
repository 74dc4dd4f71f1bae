import { useState } from 'react';
import type { State } from '../../../preload/contract/state.ts';
import { go } from '../../store/ui.ts';
import page from '../../ui/page.module.css';
import { startEditing, stopEditing, useEditing } from './edited-profile.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { ProfileList, type Said } from './profile-list.tsx';

interface Done {
  readonly said: Said | null;
  readonly id: string;
}

export function ProfilesScreen({ state }: { readonly state: State }) {
  const { active, profiles, folders } = state;
  const kept = useEditing(({ editing }) => editing);
  // Profiles belong to a connection: the editor waits until its connection is shown again.
  const editing = kept?.connectionId === active ? kept : null;
  const [done, setDone] = useState<Done | null>(null);

  function close(now: Done | null): void {
    setDone(now);
    stopEditing();
  }

  if (editing)
    return (
      <ProfileEditor
        key={`${editing.connectionId} ${editing.id}`}
        editing={editing}
        folders={folders}
        onSaved={(id, name) => {
          close({ id, said: { key: 'send.profileSaved', name } });
          if (editing.leadsTo !== null) go(editing.leadsTo);
        }}
        onClose={() => close(editing.id === null ? null : { id: editing.id, said: null })}
      />
    );
  return (
    <div className={page['scroll']}>
      <ProfileList
        key={active}
        profiles={profiles}
        folders={folders}
        done={done}
        onEdit={(profile, imported) => active !== null && startEditing(active, profile, { imported })}
      />
    </div>
  );
}
